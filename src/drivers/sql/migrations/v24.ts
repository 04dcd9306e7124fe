import type { Migration } from "./migration.ts";

/** The settings that prompts were made with, so that the prompt of a moment can be made again. */
export const V24: Migration = {
  version: 24,
  statements: ({ text, counter }) => [
    `create table prompt_settings (
         seq ${counter},
         time ${text} not null,
         document ${text} not null
       )`,
    "create index prompt_settings_time on prompt_settings (time, seq)",
    "create index audit_action on audit (action, seq)",
  ],
};
