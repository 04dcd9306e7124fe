import * as fc from "fast-check";

// The same cases in every run, so that a red build is about the change; EMEND_SEED=random looks for new ones.
const seed = process.env["EMEND_SEED"] ?? "20261115";
if (seed !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
