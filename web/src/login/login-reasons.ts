const UNKNOWN = "That login did not count. Try again.";

/** Why a login led nowhere and what to do about it, by the code in the address. */
const REASONS: Readonly<Record<string, string>> = {
  malformed_token: "That is no token of Emend. Paste the whole of it, from emd_ to its end.",
  unknown_token: "Nobody here has that token. Ask an administrator for one of this server.",
  token_expired: "That token has expired. Ask an administrator for a new one.",
  token_revoked: "That token was revoked. Ask an administrator for a new one.",
  session_expired: "You were logged out, since this login was not used for a while. Log in again.",
  unknown_link: "That login link was used already, or never was one. Make another with emend tokens link.",
  link_expired:
    "That login link counted for ten minutes, which are over. Make another with emend tokens link.",
  too_many_requests:
    "Too many logins from your address have failed. A correct token or link still works. Otherwise wait five minutes.",
  oidc_state: "That login was begun in another browser, or twice. Begin again from here.",
  oidc_expired: "The login took more than ten minutes. Begin again from here.",
  oidc_denied: "The provider was told no, by you or by its own rules. Nobody was logged in.",
  oidc_refused: "The provider's answer could not be proven to be one to this login. Begin again from here.",
  oidc_no_name: "The provider gives no name that Emend can show. Ask who runs it to send a verified address.",
  oidc_no_role: "The provider knows you, but gives you no role here. Ask an administrator of Emend for one.",
  oidc_name_taken:
    "Your name at the provider looks like another person's name here. Ask an administrator of Emend to link your login.",
  people_busy: "Too many people were changed at once. Log in again.",
  oidc_unavailable: "The provider cannot be reached at present. Try again in a while, or use a token.",
  oidc_not_configured: "No provider is set up on this server. Log in with a token.",
};

/** Nothing where no login was tried. */
export const loginReason = (code: string | null): string | undefined =>
  code === null ? undefined : (REASONS[code] ?? UNKNOWN);
