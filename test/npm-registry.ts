import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
}

/** A registry on this machine that npm can read packages from. */
export async function startNpmRegistry(packages: readonly PublishedPackage[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push(path);
    const tarball = packages.find((one) => path === `/tarballs/${one.name}/${one.version}.tgz`);
    if (tarball !== undefined) return void response.end(readFileSync(tarball.tarball));
    const versions = packages.filter(({ name }) => path === `/${name}`);
    if (versions.length === 0) return void response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name: versions[0]!.name,
        "dist-tags": { latest: versions.at(-1)?.version },
        versions: Object.fromEntries(versions.map((one) => [one.version, manifestOf(one, origin())])),
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin(),
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function manifestOf({ name, version, tarball }: PublishedPackage, origin: string) {
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  return {
    name,
    version,
    // npm must not run it.
    scripts: { prepare: "touch ran", preinstall: "touch ran", install: "touch ran" },
    hasInstallScript: true,
    dist: { integrity, tarball: `${origin}/tarballs/${name}/${version}.tgz` },
  };
}
