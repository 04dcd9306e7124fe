import { describeClusterStore } from "./cluster-store.ts";
import { describeEvaluationStore } from "./evaluation-store.ts";
import { openPostgres } from "./open-postgres.ts";
import { describeRestoredClusters } from "./restored-clusters.ts";
import { describeRuleStore } from "./rule-store.ts";

const driver = openPostgres();
describeRuleStore("PostgreSQL", driver);
describeClusterStore("PostgreSQL", driver);
describeRestoredClusters("PostgreSQL", driver);
describeEvaluationStore("PostgreSQL", driver);
