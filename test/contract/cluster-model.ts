import type { NewMember } from "../../src/ports/cluster-store.ts";

interface ModelCluster {
  readonly members: Map<string, NewMember>;
  mergedInto?: string;
}

/** What clusters are, written down as simply as possible: every pair that people keep apart is named. */
export class ClusterModel {
  readonly clusters = new Map<string, ModelCluster>();
  /** Who a person placed where. */
  readonly placed = new Map<string, string>();
  readonly #apart = new Map<string, Set<string>>();

  rootOf(id: string): string | undefined {
    const cluster = this.clusters.get(id);
    return cluster?.mergedInto === undefined ? cluster && id : this.rootOf(cluster.mergedInto);
  }

  clusterOf(feedbackId: string): string | undefined {
    return [...this.clusters].find(([, { members }]) => members.has(feedbackId))?.[0];
  }

  apartFrom(feedbackId: string): ReadonlySet<string> {
    return this.#apart.get(feedbackId) ?? new Set();
  }

  join(member: NewMember, id = member.cluster_id): void {
    const root = this.rootOf(id);
    if (root === undefined || this.clusterOf(member.feedback_id) !== undefined) return;
    const { members } = this.clusters.get(root)!;
    const [like] = members.keys();
    members.set(member.feedback_id, member);
    for (const other of like === undefined ? [] : this.apartFrom(like)) this.#part(member.feedback_id, other);
  }

  found(id: string, members: readonly NewMember[]): void {
    const free = members.filter((member) => this.clusterOf(member.feedback_id) === undefined);
    if (free.length === 0) return;
    if (!this.clusters.has(id)) this.clusters.set(id, { members: new Map() });
    for (const member of free) this.join(member, id);
  }

  merge(ids: readonly string[], by: string): boolean {
    const roots = ids.map((id) => this.rootOf(id));
    const [into, ...others] = new Set(roots);
    if (into === undefined || others.includes(undefined)) return false;
    const target = this.clusters.get(into)!;
    for (const id of others as readonly string[]) {
      const cluster = this.clusters.get(id)!;
      for (const [feedbackId, member] of cluster.members) {
        target.members.set(feedbackId, member);
        this.placed.set(feedbackId, by);
      }
      cluster.members.clear();
      cluster.mergedInto = into;
    }
    const together = [...target.members.keys()];
    const apart = new Set(together.flatMap((id) => [...this.apartFrom(id)]));
    for (const id of together) {
      for (const other of together) this.#apart.get(id)?.delete(other);
      for (const other of apart) if (!target.members.has(other)) this.#part(id, other);
    }
    return true;
  }

  split(id: string, feedbackIds: readonly string[], into: string, by: string): boolean {
    const root = this.rootOf(id);
    if (root === undefined || this.clusters.has(into)) return false;
    const { members } = this.clusters.get(root)!;
    const leaving = [...members].filter(([feedbackId]) => feedbackIds.includes(feedbackId));
    if (leaving.length === 0 || leaving.length === members.size) return false;
    for (const [feedbackId] of leaving) {
      members.delete(feedbackId);
      this.placed.set(feedbackId, by);
    }
    for (const [left] of leaving) for (const stayed of members.keys()) this.#part(left, stayed);
    this.clusters.set(into, { members: new Map(leaving) });
    return true;
  }

  #part(a: string, b: string): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      this.#apart.set(one, (this.#apart.get(one) ?? new Set()).add(other));
    }
  }
}
