import { BlockList, isIPv6 } from "node:net";

/**
 * Cloud metadata services and link-local addresses. Loopback and private addresses are allowed: only administrators
 * set endpoints, and a chat tool in the same network is common.
 */
const REFUSED = new BlockList();
REFUSED.addSubnet("169.254.0.0", 16, "ipv4");
REFUSED.addAddress("100.100.100.200", "ipv4");
REFUSED.addAddress("168.63.129.16", "ipv4");
REFUSED.addSubnet("fe80::", 10, "ipv6");
REFUSED.addAddress("fd00:ec2::254", "ipv6");
// 169.254.0.0/16 through NAT64. BlockList handles IPv4-mapped addresses itself.
REFUSED.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");

/** Whether webhooks must never be sent to this address. */
export const isRefusedAddress = (address: string): boolean =>
  REFUSED.check(address, isIPv6(address) ? "ipv6" : "ipv4");
