import { describe, expect, it } from "vitest";
import { cline } from "../../core/transcript/readers/cline.ts";
import { claudeCode } from "../../core/transcript/readers/claude-code.ts";
import { MAX_UNREAD } from "../../core/transcript/transcript.ts";
import { ReaderFeed } from "./reader-feed.ts";

describe("lines that never reach a reader", () => {
  it("are counted as not understood, in the order of the file", () => {
    const feed = new ReaderFeed(claudeCode.open("/s/one.jsonl"));
    feed.line("no JSON");
    feed.lose("too long");
    feed.line('{"type":"mode"}');
    feed.line("{cut");
    const { lines, unreadCount, unread } = feed.finish();
    expect({ lines, unreadCount }).toEqual({ lines: 4, unreadCount: 3 });
    expect(unread.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(unread[1]).toEqual({ line: 2, why: "too long" });
  });

  it("are not counted twice if they are the whole document", () => {
    const feed = new ReaderFeed(cline.open("/s/ui_messages.json"));
    feed.lose("too long");
    expect(feed.finish()).toEqual({
      conversations: [],
      lines: 1,
      unreadCount: 1,
      unread: [{ line: 1, why: "too long" }],
    });
  });

  it("are shown up to the limit", () => {
    const feed = new ReaderFeed(claudeCode.open("/s/one.jsonl"));
    for (let n = 0; n < MAX_UNREAD * 2; n += 1) feed.lose("too long");
    const { unreadCount, unread } = feed.finish();
    expect([unreadCount, unread.length]).toEqual([MAX_UNREAD * 2, MAX_UNREAD]);
  });
});
