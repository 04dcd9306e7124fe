import { type FoundSecret, isReference, looksChosen } from "./secret-values.ts";

/** A form of secrets: the texts it starts with, its expression, a description for people and a last check. */
type SecretShape = readonly [
  starts: string,
  shape: RegExp,
  looksLike: string,
  accepts?: (secret: string) => boolean,
];

const hasDigit = (text: string): boolean => /\d/.test(text);
/** `-u user:$PASSWORD` names a variable. */
const writtenOut = (text: string): boolean => !/^["']?(?:[^:]{0,100}:)?[$<{[%]/.test(text);

/**
 * Forms that start at the beginning of a word. An expression matches at least as much as tells the form from
 * other text; the rest of the word is masked with it. A group, which ends the match, is the secret itself.
 */
const SHAPES: readonly SecretShape[] = [
  // Cloud
  ["AKIA ASIA ABIA ACCA", /A(?:KIA|SIA|BIA|CCA)[0-9A-Z]{16}(?![0-9A-Za-z_])/y, "an AWS access key"],
  ["ABSK", /ABSK[A-Za-z0-9+/]{80}/y, "an AWS access key"],
  ["AIza", /AIza[\w-]{35}/y, "a Google API key"],
  ["GOCSPX-", /GOCSPX-[\w-]{20}/y, "a Google client secret"],
  ["ya29.", /ya29\.[\w-]{20}/y, "a Google token"],
  ["dop_v1_ doo_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{40}/y, "a DigitalOcean token"],
  ["cfk_ cfut_ cfat_", /cf(?:k|ut|at)_[A-Za-z0-9]{40}/y, "a Cloudflare token"],
  ["v1.0-", /v1\.0-[0-9a-f]{24}-[0-9a-f]{100}/y, "a Cloudflare key"],
  ["HRKU-", /HRKU-[\w-]{30}/y, "a Heroku key"],
  ["LTAI", /LTAI[A-Za-z0-9]{12}/y, "an Alibaba access key"],
  ["dapi", /dapi[0-9a-f]{32}/y, "a Databricks token"],
  ["fo1_ fm1r_ fm2_", /f(?:o1|m1r|m2)_[\w+/-]{40}/y, "a Fly.io token"],
  // Code hosts and package registries
  ["ghp_ gho_ ghs_ ghu_ ghr_", /gh[opsur]_[A-Za-z0-9]{36}/y, "a GitHub token"],
  ["github_pat_", /github_pat_\w{22}/y, "a GitHub token"],
  [
    "glpat- glrt- gldt- glptt- glft- glsoat- glcbt- glimt- glagent- gloas- glffct-",
    /gl(?:pat|rt|dt|ptt|ft|soat|cbt|imt|agent|oas|ffct)-[\w-]{20,300}(?:\.[0-9a-z]{2,9}){0,2}/y,
    "a GitLab token",
  ],
  ["GR1348941", /GR1348941[\w-]{20}/y, "a GitLab token"],
  ["ATBB", /ATBB[\w=-]{24}/y, "a Bitbucket app password"],
  ["ATATT3 ATCTT3", /AT[AC]TT3[\w=-]{40}/y, "an Atlassian token"],
  ["npm_", /npm_[A-Za-z0-9]{36}/y, "an npm token"],
  ["pypi-AgE", /pypi-AgE[\w-]{40}/y, "a PyPI token"],
  ["rubygems_", /rubygems_[0-9a-f]{40}/y, "a RubyGems key"],
  ["cio", /cio[A-Za-z0-9]{32}(?!\w)/y, "a crates.io token", hasDigit],
  ["dckr_pat_ dckr_oat_", /dckr_[op]at_[\w-]{20}/y, "a Docker Hub token"],
  ["_auth", /_auth\s?=\s?"?([A-Za-z0-9+/]{8,500})/y, "a registry's password"],
  ["bkua_ bkat_", /bk[au][at]_[0-9a-z]{36}/y, "a Buildkite token"],
  ["sqp_ squ_ sqa_", /sq[apu]_[0-9a-f]{40}/y, "a SonarQube token"],
  ["oy2", /oy2[a-z0-9]{43}/y, "a NuGet key"],
  // Vendors of models
  ["sk-", /sk-(?=[a-z_-]{0,40}[0-9A-Z])[\w-]{20}/y, "an API key"],
  ["csk- nvapi- pplx- tvly- xai-", /(?:csk|nvapi|pplx|tvly|xai)-[\w-]{20}/y, "an API key", hasDigit],
  ["sk_", /sk_[0-9a-f]{40}/y, "an API key"],
  ["gsk_", /gsk_[A-Za-z0-9]{40}/y, "a Groq key"],
  ["hf_ api_org_", /(?:hf|api_org)_[A-Za-z0-9]{30}/y, "a Hugging Face token"],
  ["r8_", /r8_[A-Za-z0-9]{30}/y, "a Replicate token"],
  ["lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{32}/y, "a LangSmith key"],
  // Chat and mail
  ["xox", /xox[a-eoprs](?:\.xox[bp])?-[A-Za-z0-9%-]{10,600}/y, "a Slack token"],
  ["xapp-", /xapp-\d-[A-Za-z0-9-]{20}/y, "a Slack token"],
  [
    "hooks.slack",
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/+-]{20}/y,
    "a Slack webhook",
  ],
  [
    "MD MT Mj Mz ND NT Nj Nz OD OT Oj Oz",
    /[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27}/y,
    "a Discord token",
  ],
  [
    "discord",
    /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w-]{30}/y,
    "a Discord webhook",
  ],
  ["hooks.zapier", /hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/[\w/]{5,80}/y, "a Zapier webhook"],
  ["webhook.office.com", /webhook\.office\.com\/webhookb2\/[\w@/-]{40,400}/y, "a Teams webhook"],
  ["SK AC", /(?:SK|AC)[0-9a-f]{32}(?!\w)/y, "a Twilio key"],
  ["SG.", /SG\.[\w-]{16,32}\.[\w-]{16}/y, "a SendGrid key"],
  ["key-", /key-[0-9a-f]{32}/y, "a Mailgun key"],
  ["xkeysib-", /xkeysib-[0-9a-f]{40}/y, "a Brevo key"],
  ["re_", /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/y, "a Resend key"],
  // Payment
  [
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    /[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16}/y,
    "a Stripe key",
  ],
  ["whsec_", /whsec_[A-Za-z0-9+/]{16}/y, "a webhook secret"],
  ["EAAA", /EAAA[\w-]{40}/y, "a Square token"],
  ["sq0", /sq0[a-z]{3}-[\w-]{22}/y, "a Square token"],
  // Other services
  ["sntrys_ sntryu_", /sntry[su]_[\w+/=-]{40}/y, "a Sentry token"],
  ["NRAK- NRII- NRJS- NRAL- NRIQ- NRRA-", /NR(?:AK|II|JS|AL|IQ|RA)-[A-Za-z0-9-]{19}/y, "a New Relic key"],
  ["lin_api_ lin_oauth_", /lin_(?:api|oauth)_[A-Za-z0-9]{32}/y, "a Linear key"],
  ["ntn_", /ntn_[A-Za-z0-9]{40}/y, "a Notion token"],
  ["secret_", /secret_[A-Za-z0-9]{43}/y, "a Notion token"],
  ["shpat_ shpca_ shppa_ shpss_ shptka_", /shp(?:at|ca|pa|ss|tka)_[0-9A-Fa-f]{32}/y, "a Shopify token"],
  ["vca_ vci_ vck_ vcp_ vcr_", /vc[aikpr]_[A-Za-z0-9]{24}/y, "a Vercel token"],
  ["nfp_ nfc_ nfo_ nfb_", /nf[bcop]_[A-Za-z0-9]{36}/y, "a Netlify token"],
  ["sbp_", /sbp_[0-9a-f]{40}/y, "a Supabase token"],
  ["sb_secret_", /sb_secret_[\w-]{20}/y, "a Supabase key"],
  ["pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,200}/y, "a PlanetScale token"],
  ["dp.", /dp\.(?:audit|ct|pt|sa|scim|st)\.(?:[\w-]{1,35}\.)?[A-Za-z0-9]{40}/y, "a Doppler token"],
  ["hvs. hvb. hvr.", /hv[bsr]\.[\w-]{24}/y, "a Vault token"],
  ["glsa_", /glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}/y, "a Grafana token"],
  ["glc_", /glc_[A-Za-z0-9+/]{32}/y, "a Grafana token"],
  ["pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/y, "an Airtable token"],
  ["figd_ figo_", /fig[do]_[\w-]{40}/y, "a Figma token"],
  ["ops_eyJ", /ops_eyJ[\w+/-]{60}/y, "a 1Password token"],
  ["A3-", /A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){3,5}/y, "a 1Password key"],
  ["AGE-SECRET-KEY-1", /AGE-SECRET-KEY-1[A-Z0-9]{50}/y, "an age key"],
  ["PMAK-", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y, "a Postman key"],
  ["pul-", /pul-[0-9a-f]{40}/y, "a Pulumi token"],
  ["dt0", /dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}/y, "a Dynatrace token"],
  ["tskey-", /tskey-[a-z]{2,12}-[A-Za-z0-9-]{16}/y, "a Tailscale key"],
  ["emd_", /emd_[\w-]{40}/y, "an Emend token"],
  // Of no one issuer
  [
    "eyJ",
    /(?<![\w-])eyJ[\w-]{10,4000}\.(?:eyJ[\w-]{8,8000}\.[\w-]{0,2000}|[\w-]{0,1000}\.[\w-]{8,40}\.[\w-]{2,8000}\.[\w-]{10,60})/y,
    "a JSON web token",
  ],
  [
    "Authorization authorization AUTHORIZATION",
    /authorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:bearer|basic|token|apikey|digest|negotiate)\s{1,3}((?=[^\sA-Z0-9=]{0,60}[A-Z0-9=])[\w.~+/=-]{8,4000})/iy,
    "an authorization header",
    (secret) => hasDigit(secret) || (secret.length > 11 && !secret.includes("_")),
  ],
  [
    "Bearer bearer BEARER",
    /bearer\s{1,3}((?=[^\s\d]{0,100}\d)[\w.~+/=-]{16,4000})/iy,
    "an authorization header",
  ],
  [
    "Cookie cookie COOKIE",
    /cookie\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?([\w.$%-]{1,80}=[^\s;"']{1,4096}(?:;\s?[\w.$%-]{1,80}=[^\s;"']{1,4096}){0,30})/iy,
    "a cookie",
    (pairs) => /=[^\s;"'<>{}]{16}/.test(pairs),
  ],
  [
    "machine default",
    /(?:machine\s{1,4}\S{1,253}|default)\s{1,8}login\s{1,4}\S{1,128}\s{1,8}password\s{1,4}(\S{1,256})/y,
    "a password in a .netrc file",
    writtenOut,
  ],
  [
    "password Password passphrase Passphrase token Token",
    /(?:password|passphrase|token)\s(?:is|was)\s{1,2}(["'`]?[^\s"'`]{6,200})/iy,
    "a written-out password",
    (value) => !isReference(value) && looksChosen(value),
  ],
  [
    "private Private PRIVATE",
    /private[ _-]?key(?:\sis)?["']?[\s:=]{1,4}["']?(0x[0-9a-f]{64})/iy,
    "a private key",
  ],
  [
    "seed Seed mnemonic Mnemonic MNEMONIC recovery Recovery",
    /(?:seed|mnemonic|recovery)(?:[\s_](?:phrase|words?))?["']?\s{0,2}(?:is|[:=])\s{0,2}["']?((?:[a-z]{3,8}\s){11,23}[a-z]{3,8})/iy,
    "a wallet's words",
  ],
  [
    "curl",
    /curl\s[^\n|;]{0,300}?(?<=\s)(?:-u|-U|--user|--proxy-user)[\s=]?(["']?[^\s:"']{1,100}:[^\s"']{1,200})/y,
    "a password on a command line",
    writtenOut,
  ],
  [
    "mysql mariadb psql",
    /(?:mysql|mariadb|psql)[a-z-]{0,12}\s[^\n|;]{0,200}?(?<=\s)-p('[^'\n]{1,200}'|"[^"\n]{1,200}"|[^\s"'=-][^\s"']{3,200})/y,
    "a password on a command line",
    (value) => writtenOut(value) && !/^\d{1,5}$/.test(value),
  ],
  [
    "sshpass docker podman mongo redis-cli",
    /(?:sshpass|(?:docker|podman)\slogin|mongo[a-z]{0,8}|redis-cli)\s[^\n|;]{0,200}?(?<=\s)-[ap]\s{0,2}('[^'\n]{1,200}'|"[^"\n]{1,200}"|[^\s"'=-][^\s"']{3,200})/y,
    "a password on a command line",
    (value) => writtenOut(value) && !/^\d{1,5}$/.test(value),
  ],
];

/** Forms that only a text in their middle makes recognisable. */
const INNER_SHAPES: readonly (readonly [inside: string, shape: RegExp, looksLike: string])[] = [
  [".atlasv1.", /\.atlasv1\.(?<=(?<!\w)([A-Za-z0-9]{14}\.atlasv1\.))[\w-]{40}/g, "a Terraform token"],
  ["Q~", /Q~(?<=(?<![\w.~-])([\w.~-]{3}\dQ~))[\w.~-]{31,34}/g, "an Azure client secret"],
  [":AA", /:AA(?<=(?<!\d)(\d{8,10}:AA))[\w-]{33}/g, "a Telegram token"],
  ["-us", /-us(?<=(?<!\w)([0-9a-f]{32}-us))\d{1,2}(?!\w)/g, "a Mailchimp key"],
];

const BY_START = new Map<string, SecretShape[]>();
for (const shape of SHAPES) {
  for (const start of shape[0].split(" ")) BY_START.set(start, [...(BY_START.get(start) ?? []), shape]);
}
/** All starts, at the beginning of a word or after a line break that is written as in JSON. */
const STARTS = new RegExp(
  `(?:\\b|(?<=\\\\[nrt]))(?:${[...BY_START.keys()].join("|").replaceAll(".", "\\.")})`,
  "g",
);

/** Secrets with a known form. One expression finds the places where the others are tried. */
export function findShapes(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  STARTS.lastIndex = 0;
  for (let start = STARTS.exec(text); start !== null; start = STARTS.exec(text)) {
    const secret = shapeAt(text, start.index, BY_START.get(start[0])!);
    if (secret === undefined) continue;
    found.push(secret);
    // Another secret may be between a command and its password.
    if (secret.start === start.index) STARTS.lastIndex = secret.end;
  }
  for (const [inside, shape, looks_like] of INNER_SHAPES) {
    if (!text.includes(inside)) continue;
    for (const { index, 0: end, 1: start } of text.matchAll(shape)) {
      found.push({ start: index + inside.length - start!.length, end: index + end.length, looks_like });
    }
  }
  return found;
}

function shapeAt(text: string, at: number, shapes: readonly SecretShape[]): FoundSecret | undefined {
  for (const [, shape, looks_like, accepts] of shapes) {
    shape.lastIndex = at;
    const match = shape.exec(text);
    if (match === null) continue;
    const secret = match[1] ?? match[0];
    if (accepts?.(secret) === false) continue;
    const end = at + match[0].length;
    return { start: end - secret.length, end, looks_like };
  }
  return undefined;
}
