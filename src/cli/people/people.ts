import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface PeopleChangeOptions extends StoreOptions {
  readonly as?: string;
}

const ABOUT = `
A person has one vote, however they log in. Tokens with the same name, and names that look alike, automatically belong
to one person. Link logins with different names: a token and an OpenID Connect login, a GitHub name, a name used with
--as.

A login is written as name:ana, github:ana-dev, token:tk_1a2b3c4d5e6f7a8b or "oidc:<issuer> <subject>"; a plain name
means name:. A person is identified by their id (pn_…), a name or one of their logins.`;

export interface PeopleInviteOptions extends PeopleChangeOptions {
  readonly role: string;
  readonly days: string;
}

const INVITE_EXAMPLES = `
Examples:
  emend people invite cleo
  emend people invite cleo --role approver --days 7

Send the link to that person over a private channel. It works once: whoever opens it first is logged in under this name
and gets a token for later logins. Emend only stores a hash of the link's secret. The address is server.public_url, or
the host and port in the settings. --json prints {link, id, name, role, expires_at}.`;

const INVITATIONS_EXAMPLES = `
Examples:
  emend people invitations
  emend people invitations --json | jq -r '.items[].name'

--json prints {items: [{id, name, role, created_at, created_by, expires_at}], next: null}.`;

const WITHDRAW_EXAMPLES = `
Example:
  emend people withdraw inv_1a2b3c4d5e6f7a8b

The link stops working at once. --json prints {withdrawn: {id, name, role, created_at, created_by, expires_at}}.`;

const LIST_EXAMPLES = `
Examples:
  emend people list
  emend people list --json | jq '.items[] | select(.logins | length > 1)'

--json prints {items: [{id, name, logins: [{login, name, how, linked_at, linked_by}]}], next: null}. The id is null for a person
who only has tokens.`;

const SHOW_EXAMPLES = `
Examples:
  emend people show ana
  emend people show github:ana-dev --json`;

const LINK_EXAMPLES = `
Examples:
  emend people link ana ana@example.com
  emend people link ana github:ana-dev
  emend people link ana "oidc:https://id.example.com 8f14e45f"

From now on, both logins have one vote on pending rules. A rule in force stays in force; if it now has too few
approvals, the command reports it, and so do the audit log and the rule's page.
--json prints {person, short_of_quorum}.`;

const UNLINK_EXAMPLES = `
Example:
  emend people unlink github:ana-dev

From now on the login has its own vote. For versions that were pending while it was linked, it still belongs to the
same person. To start a new vote on such a version, modify the rule.`;

const ADMIT_EXAMPLES = `
Example:
  emend people admit ana@example.com

A person who was erased cannot approve rules with any of their logins until an administrator admits them again.
Even then they cannot approve versions that an erased person proposed or approved.`;

const ALONE_EXAMPLES = `
Examples:
  emend people alone
  emend people alone --as ana

From now on one approval by this person brings a rule into force, even their own, and the rule's history says "who
works alone". This ends as soon as somebody else gets a token, logs in or decides about a rule; if that was you under
another name, run it again. It is refused while somebody else has a token or a login. A stricter quorum in the settings (rules.approvers above 2,
rules.proposer_may_approve off) still applies. --json prints {alone, name}.`;

const TEAM_EXAMPLES = `
Example:
  emend people team

Rules need the approvals in the settings again. Rules in force stay in force.`;

const withActor = (command: Command): Command =>
  withStore(command, "people are").option(
    "--as <name>",
    "who does it, for the audit log (default: your user name)",
  );

export function addPeople(program: Command, context: CliContext): void {
  const people = program
    .command("people")
    .description(
      "people and their logins: invite, list, show, link, unlink, admit again after erasing, work alone or as a team",
    )
    .addHelpText("after", ABOUT);
  withStore(people.command("list"), "people are")
    .description("list people with their logins, by name")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleList));
  withStore(people.command("show"), "people are")
    .description("show one person with their logins, and who linked them")
    .argument("<person>", "their id, a name or a login")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleShow));
  withActor(people.command("invite"))
    .description("print a link that lets one person in, once")
    .argument("<name>", "the person; their actions are recorded under this name")
    .option("--role <role>", "reviewer, approver or admin", "reviewer")
    .option("--days <count>", "days until the link expires, 1 to 30", "3")
    .addHelpText("after", INVITE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-invitations.ts")).runPeopleInvite));
  withStore(people.command("invitations"), "people are")
    .description("list invitations that nobody has accepted yet")
    .addHelpText("after", INVITATIONS_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-invitations.ts")).runPeopleInvitations));
  withActor(people.command("withdraw"))
    .description("withdraw an invitation that nobody has accepted yet")
    .argument("<id>", "an invitation's id, as shown by `invitations`")
    .addHelpText("after", WITHDRAW_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-invitations.ts")).runPeopleWithdraw));
  withActor(people.command("link"))
    .description("link a login to a person")
    .argument("<person>", "their id, a name or a login")
    .argument("<login>", "the login to link")
    .addHelpText("after", LINK_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleLink));
  withActor(people.command("unlink"))
    .description("unlink a login from its person")
    .argument("<login>", "the login to unlink")
    .addHelpText("after", UNLINK_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleUnlink));
  withActor(people.command("alone"))
    .description("declare that you work alone: your own approval is enough")
    .addHelpText("after", ALONE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleAlone));
  withActor(people.command("team"))
    .description("declare that several people work here")
    .addHelpText("after", TEAM_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleTeam));
  withActor(people.command("admit"))
    .description("let a person who was erased approve rules again")
    .argument("<login>", "their name or one of their logins")
    .addHelpText("after", ADMIT_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-people.ts")).runPeopleAdmit));
}
