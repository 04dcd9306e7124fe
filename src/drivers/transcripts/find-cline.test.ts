import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";

const at = useTestHome();
const CLINE = ".config/Code/User/globalStorage/saoudrizwan.claude-dev";
const ROO = ".config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline";
const ui = SAMPLES.cline.make("No, use a map");
const api = (folder: string, heading = "# Current Working Directory"): string =>
  JSON.stringify([
    {
      role: "user",
      content: [
        { type: "text", text: "<task>\nNo, use a map\n</task>" },
        {
          type: "text",
          text: `<environment_details>\n${heading} (${folder}) Files\na.ts\n</environment_details>`,
        },
      ],
    },
  ]);

describe("the tasks of Cline and Roo", () => {
  it("are found by the first environment details, and one of their files is read", async () => {
    at.write(`${CLINE}/tasks/1/ui_messages.json`, ui);
    at.write(`${CLINE}/tasks/1/api_conversation_history.json`, api(at.root));
    at.write(`${CLINE}/tasks/2/api_conversation_history.json`, api(join(at.root, "src")));
    at.write(`${CLINE}/tasks/3/ui_messages.json`, ui);
    at.write(`${CLINE}/tasks/3/api_conversation_history.json`, api(at.home));
    at.write(`${CLINE}/tasks/4/ui_messages.json`, ui);
    const paths = await at.paths("cline");
    expect(paths).toEqual([
      `${CLINE}/tasks/1/ui_messages.json`,
      `${CLINE}/tasks/2/api_conversation_history.json`,
    ]);
    for (const path of paths) expect(await at.turns(join(at.home, path))).toEqual(["message: No, use a map"]);
  });

  it("are found by the history, in Cline's own folder too", async () => {
    const history = [
      { id: "1", cwdOnTaskInitialization: at.root },
      { id: "2", cwdOnTaskInitialization: at.home },
    ];
    for (const storage of [CLINE, ".cline/data"]) {
      at.write(`${storage}/state/taskHistory.json`, JSON.stringify(history));
      at.write(`${storage}/tasks/1/ui_messages.json`, ui);
      at.write(`${storage}/tasks/2/ui_messages.json`, ui);
      at.write(`${storage}/tasks/2/api_conversation_history.json`, api(at.root));
    }
    expect((await at.find("cline")).map(({ place }) => place)).toEqual([
      `~/${CLINE}/tasks`,
      "~/.cline/data/tasks",
    ]);
    expect(await at.paths("cline")).toEqual([
      `${CLINE}/tasks/1/ui_messages.json`,
      ".cline/data/tasks/1/ui_messages.json",
    ]);
  });

  it("are found by what Roo writes beside them", async () => {
    at.write(`${ROO}/tasks/a/history_item.json`, JSON.stringify({ id: "a", workspace: at.root }));
    at.write(`${ROO}/tasks/a/ui_messages.json`, ui);
    at.write(`${ROO}/tasks/b/api_conversation_history.json`, api(at.root, "# Current Workspace Directory"));
    at.write(`${ROO}/tasks/_index.json`, "{}");
    expect(await at.paths("cline")).toEqual([
      `${ROO}/tasks/a/ui_messages.json`,
      `${ROO}/tasks/b/api_conversation_history.json`,
    ]);
  });

  it.each([
    ["darwin", {}, "Library/Application Support/Cursor/User"],
    ["win32", { APPDATA: "appdata" }, "appdata/Cursor/User"],
    ["linux", { XDG_CONFIG_HOME: "xdg" }, "xdg/Cursor/User"],
  ] as const)("are in the editor's folder on %s", async (platform, variables, user) => {
    const path = `${user}/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json`;
    at.write(path, api(at.root));
    const env = Object.fromEntries(
      Object.entries(variables).map(([name, folder]) => [name, join(at.home, folder)]),
    );
    expect(await at.paths("cline", { platform, env })).toEqual([path]);
  });
});
