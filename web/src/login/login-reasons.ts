const UNKNOWN = "That login failed. Try again.";

const REASONS: Readonly<Record<string, string>> = {
  malformed_token: "That isn’t an Emend token. Paste all of it, starting with emd_.",
  unknown_token: "This server doesn’t know that token. Ask an administrator for one.",
  token_expired: "That token has expired. Ask an administrator for a new one.",
  token_revoked: "That token was revoked. Ask an administrator for a new one.",
  session_expired: "You were logged out because you were inactive. Log in again.",
  unknown_link: "That login link is invalid or was already used. Create another with emend tokens link.",
  link_expired:
    "That login link has expired; links are valid for ten minutes. Create another with emend tokens link.",
  too_many_requests:
    "Too many failed logins from your address. A correct token or link still works; otherwise wait five minutes.",
  oidc_state: "That login was started in another browser, or twice. Start again from here.",
  oidc_expired: "The login took more than ten minutes. Start again from here.",
  oidc_denied: "The provider denied the login, either because you cancelled it or because of its own rules.",
  oidc_refused: "The provider's response could not be matched to this login. Start again from here.",
  oidc_no_name:
    "The provider sent no name that Emend can show. Ask whoever runs it to send a verified email address.",
  oidc_no_role: "You are known to the provider but have no role here. Ask an Emend administrator for one.",
  oidc_name_taken:
    "Your name at the provider looks like another person's name here. Ask an Emend administrator to link your login.",
  people_busy: "Too many people were being changed at the same time. Log in again.",
  oidc_unavailable: "Can’t reach the provider right now. Try again later, or use a token.",
  oidc_not_configured: "No provider is set up on this server. Log in with a token.",
};

export const loginReason = (code: string | null): string | undefined =>
  code === null ? undefined : (REASONS[code] ?? UNKNOWN);
