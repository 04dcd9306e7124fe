import type { Migration } from "./migrations/migration.ts";
import { V1 } from "./migrations/v1.ts";
import { V2 } from "./migrations/v2.ts";
import { V3 } from "./migrations/v3.ts";
import { V4 } from "./migrations/v4.ts";
import { V5 } from "./migrations/v5.ts";
import { V6 } from "./migrations/v6.ts";
import { V7 } from "./migrations/v7.ts";
import { V8 } from "./migrations/v8.ts";
import { V9 } from "./migrations/v9.ts";
import { V10 } from "./migrations/v10.ts";
import { V11 } from "./migrations/v11.ts";
import { V12 } from "./migrations/v12.ts";
import { V13 } from "./migrations/v13.ts";
import { V14 } from "./migrations/v14.ts";
import { V15 } from "./migrations/v15.ts";
import { V16 } from "./migrations/v16.ts";
import { V17 } from "./migrations/v17.ts";
import { V18 } from "./migrations/v18.ts";
import { V19 } from "./migrations/v19.ts";
import { V20 } from "./migrations/v20.ts";
import { V21 } from "./migrations/v21.ts";
import { V22 } from "./migrations/v22.ts";
import { V23 } from "./migrations/v23.ts";
import { V24 } from "./migrations/v24.ts";
import { V25 } from "./migrations/v25.ts";
import { V26 } from "./migrations/v26.ts";

/** All migrations, oldest first. Never change a released one: stores have already run it. */
export const MIGRATIONS: readonly Migration[] = [
  V1,
  V2,
  V3,
  V4,
  V5,
  V6,
  V7,
  V8,
  V9,
  V10,
  V11,
  V12,
  V13,
  V14,
  V15,
  V16,
  V17,
  V18,
  V19,
  V20,
  V21,
  V22,
  V23,
  V24,
  V25,
  V26,
];
