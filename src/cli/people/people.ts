import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

export interface PeopleOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export interface PeopleChangeOptions extends PeopleOptions {
  readonly as?: string;
}

const ABOUT = `
A person has one vote, whatever they are logged in with. Tokens of one name, and names that look alike, count as one
person by themselves. Link what has different names: a token and an OpenID Connect login, a name on GitHub, a name
given with --as.

A login is written as name:ana, github:ana-dev, token:tk_1a2b3c4d5e6f7a8b or "oidc:<issuer> <subject>"; a bare name
means name:. A person is named by their id (pn_…), a name or one of their logins.`;

const LIST_EXAMPLES = `
Examples:
  emend people list
  emend people list --json | jq '.people[] | select(.logins | length > 1)'

--json prints {people: [{id, name, logins: [{login, name, how, linked_at, linked_by}]}]}. The id is null for somebody
of whom only tokens are known.`;

const SHOW_EXAMPLES = `
Examples:
  emend people show ana
  emend people show github:ana-dev --json`;

const LINK_EXAMPLES = `
Examples:
  emend people link ana ana@example.com
  emend people link ana github:ana-dev
  emend people link ana "oidc:https://id.example.com 8f14e45f"

Rules that wait for approval count the two as one person from now on. A rule that is in force stays in force; where
fewer people approved it than were required, the command says so, and so do the audit log and the rule's page.
--json prints {person, short_of_quorum}.`;

const UNLINK_EXAMPLES = `
Example:
  emend people unlink github:ana-dev

From now on the login counts by its own name. Versions that waited while it was linked still count it as the same
person. To decide about such a version anew, modify the rule.`;

const ADMIT_EXAMPLES = `
Example:
  emend people admit ana@example.com

Somebody who was erased cannot approve rules, under whatever login of theirs, until an administrator admits them
again. They still cannot approve versions that somebody who was erased proposed or approved.`;

const ALONE_EXAMPLES = `
Examples:
  emend people alone
  emend people alone --as ana

From now on one approval by this person brings a rule into force, also one that they proposed, and the rule's history
says "who works alone". It ends for good as soon as somebody else gets a token, logs in or decides about a rule, and is
refused where somebody else is known. A stricter quorum in the settings (rules.approvers above 2,
rules.proposer_may_approve off) stays. --json prints {alone, name}.`;

const TEAM_EXAMPLES = `
Example:
  emend people team

Rules need the approvals that the settings ask for again. Rules in force stay in force.`;

const withStore = (command: Command): Command =>
  command
    .option("--store <file>", "where people are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");

const changing = (command: Command): Command =>
  withStore(command).option("--as <name>", "who does it, for the audit log (default: your user name)");

export function addPeople(program: Command, context: CliContext): void {
  const people = program
    .command("people")
    .description(
      "which logins are one person's: list, show, link, unlink, admit after erasing; whether you work alone",
    )
    .addHelpText("after", ABOUT);
  withStore(people.command("list"))
    .description("people with their logins, by name")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: PeopleOptions) => {
      const { runPeopleList } = await import("./run-people.ts");
      await runPeopleList(options, context);
    });
  withStore(people.command("show"))
    .description("one person with their logins, and who linked them")
    .argument("<person>", "their id, a name or a login")
    .addHelpText("after", SHOW_EXAMPLES)
    .action(async (person: string, options: PeopleOptions) => {
      const { runPeopleShow } = await import("./run-people.ts");
      await runPeopleShow(person, options, context);
    });
  changing(people.command("link"))
    .description("say that a login belongs to a person")
    .argument("<person>", "their id, a name or a login")
    .argument("<login>", "the login to link")
    .addHelpText("after", LINK_EXAMPLES)
    .action(async (person: string, login: string, options: PeopleChangeOptions) => {
      const { runPeopleLink } = await import("./run-people-change.ts");
      await runPeopleLink({ person, login }, options, context);
    });
  changing(people.command("unlink"))
    .description("take a login away from its person")
    .argument("<login>", "the login to unlink")
    .addHelpText("after", UNLINK_EXAMPLES)
    .action(async (login: string, options: PeopleChangeOptions) => {
      const { runPeopleUnlink } = await import("./run-people-change.ts");
      await runPeopleUnlink(login, options, context);
    });
  changing(people.command("alone"))
    .description("say that you work alone: your own approval is enough")
    .addHelpText("after", ALONE_EXAMPLES)
    .action(async (options: PeopleChangeOptions) => {
      const { runPeopleAlone } = await import("./run-people-alone.ts");
      await runPeopleAlone(options, context);
    });
  changing(people.command("team"))
    .description("say that several people work here")
    .addHelpText("after", TEAM_EXAMPLES)
    .action(async (options: PeopleChangeOptions) => {
      const { runPeopleTeam } = await import("./run-people-alone.ts");
      await runPeopleTeam(options, context);
    });
  changing(people.command("admit"))
    .description("let somebody who was erased approve rules again")
    .argument("<login>", "a name or a login of theirs")
    .addHelpText("after", ADMIT_EXAMPLES)
    .action(async (login: string, options: PeopleChangeOptions) => {
      const { runPeopleAdmit } = await import("./run-people-change.ts");
      await runPeopleAdmit(login, options, context);
    });
}
