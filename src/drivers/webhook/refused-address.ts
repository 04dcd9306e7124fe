import { BlockList, isIPv6 } from "node:net";

/**
 * Where cloud machines tell whoever asks who they are, and what is only reachable on one link. Loopback and private
 * addresses are let through: administrators alone name endpoints, and a chat tool in the same network is a usual one.
 */
const REFUSED = new BlockList();
REFUSED.addSubnet("169.254.0.0", 16, "ipv4");
REFUSED.addAddress("100.100.100.200", "ipv4");
REFUSED.addAddress("168.63.129.16", "ipv4");
REFUSED.addSubnet("fe80::", 10, "ipv6");
REFUSED.addAddress("fd00:ec2::254", "ipv6");
// The first as it is reached through translation from IPv6; that of mapped addresses is known to BlockList.
REFUSED.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");

/** Whether an address is one that nobody is to be told at. */
export const isRefusedAddress = (address: string): boolean =>
  REFUSED.check(address, isIPv6(address) ? "ipv6" : "ipv4");
