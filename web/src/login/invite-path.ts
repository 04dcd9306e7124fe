/** The page behind an invitation's link. The secret follows # and is therefore never sent in a request's address. */
export const INVITE_PATH = "/invite";

export const inviteLink = (secret: string): string => `${location.origin}${INVITE_PATH}#${secret}`;
