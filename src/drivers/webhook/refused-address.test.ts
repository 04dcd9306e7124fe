import { describe, expect, it } from "vitest";
import { isRefusedAddress } from "./refused-address.ts";

describe("isRefusedAddress", () => {
  it.each([
    { address: "169.254.169.254", refused: true, why: "where most clouds tell their secrets" },
    { address: "169.254.0.1", refused: true, why: "link-local" },
    { address: "::ffff:169.254.169.254", refused: true, why: "the same as a mapped address" },
    { address: "::ffff:a9fe:a9fe", refused: true, why: "the same in hex" },
    { address: "64:ff9b::a9fe:a9fe", refused: true, why: "the same through translation" },
    { address: "fe80::1", refused: true, why: "link-local of IPv6" },
    { address: "febf:ffff::1", refused: true, why: "the end of that range" },
    { address: "fd00:ec2::254", refused: true, why: "where one cloud tells them over IPv6" },
    { address: "100.100.100.200", refused: true, why: "where another one does" },
    { address: "127.0.0.1", refused: false, why: "this machine, which an administrator may name" },
    { address: "::1", refused: false, why: "the same" },
    { address: "10.1.2.3", refused: false, why: "a private network" },
    { address: "fec0::1", refused: false, why: "just behind link-local" },
    { address: "169.253.255.255", refused: false, why: "just before link-local" },
    { address: "93.184.216.34", refused: false, why: "anywhere else" },
  ])("answers $refused for $address: $why", ({ address, refused }) => {
    expect(isRefusedAddress(address)).toBe(refused);
  });
});
