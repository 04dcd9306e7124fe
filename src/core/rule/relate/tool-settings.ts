import type { RuleSetting } from "./setting.ts";

/** Tools and places a project picks one of. */
export const TOOL_SETTINGS: readonly RuleSetting[] = [
  {
    name: "package manager",
    values: {
      npm: "npm, npm install, npm ci",
      yarn: "yarn",
      pnpm: "pnpm, pnpm install, pnpm add",
      bun: "bun, bun install, bun add",
    },
  },
  {
    name: "package scripts",
    weight: 0.3,
    together: true,
    values: {
      yes: "npx, bunx, pnpm dlx, npm run|test|start|exec, yarn run|test|lint|build, pnpm run|test|exec, bun run|lint|build",
    },
  },
  {
    name: "python packages",
    values: {
      uv: "uv",
      poetry: "poetry",
      pip: "pip, pip install, requirements txt",
      pipenv: "pipenv",
      conda: "conda, mamba",
      pdm: "pdm",
      rye: "rye",
      hatch: "hatch",
    },
  },
  {
    name: "script test runner",
    values: {
      jest: "jest",
      vitest: "vitest",
      mocha: "mocha",
      jasmine: "jasmine",
      ava: "ava",
      node: "node test, node test runner, node:test",
      bun: "bun test",
    },
  },
  {
    name: "python test runner",
    values: { pytest: "pytest", unittest: "unittest, unit test module", nose: "nose" },
  },
  { name: "ruby test runner", values: { rspec: "rspec", minitest: "minitest" } },
  { name: "java test runner", values: { junit: "junit", testng: "testng", spock: "spock" } },
  {
    name: "browser tests",
    values: { playwright: "playwright", cypress: "cypress", selenium: "selenium", puppeteer: "puppeteer" },
  },
  {
    name: "script formatter",
    values: {
      prettier: "prettier",
      biome: "biome, biome format",
      dprint: "dprint",
      standard: "standardjs",
      oxfmt: "oxfmt",
    },
  },
  {
    name: "python formatter",
    values: {
      black: "black",
      ruff: "ruff format, ruff formatter, ruff for formatting, format with ruff, formatted with ruff, format python with ruff, ruff",
      yapf: "yapf",
      autopep8: "autopep8",
    },
  },
  {
    name: "script linter",
    values: { eslint: "eslint", biome: "biome lint, biome check", oxlint: "oxlint", tslint: "tslint" },
  },
  {
    name: "styling",
    values: {
      tailwind: "tailwind, tailwindcss, tailwind css, utility class",
      modules: "css module, scss module, module css",
      styled: "styled component, css in js, emotion, stitches",
      inline: "inline style, style attribute, style prop",
      plain: "plain css, vanilla css",
      sass: "sass, scss",
    },
  },
  {
    name: "component library",
    values: {
      shadcn: "shadcn, shadcn ui, radix",
      mui: "mui, material ui",
      chakra: "chakra",
      ant: "ant design, antd",
      bootstrap: "bootstrap",
      mantine: "mantine",
    },
  },
  {
    name: "state store",
    values: {
      redux: "redux, redux toolkit, rtk",
      zustand: "zustand",
      mobx: "mobx",
      jotai: "jotai",
      recoil: "recoil",
      context: "react context, context api",
      pinia: "pinia",
      vuex: "vuex",
    },
  },
  {
    name: "server cache",
    values: {
      query: "react query, tanstack query",
      swr: "swr",
      rtk: "rtk query",
      effect:
        "fetch in useeffect, fetch data in useeffect, data in useeffect, useeffect for data fetching, useeffect to fetch",
    },
  },
  {
    name: "http client",
    values: {
      fetch: "native fetch, fetch api, use fetch, with fetch, over fetch, built in fetch",
      axios: "axios",
      ky: "ky",
    },
  },
  {
    name: "python http client",
    values: { requests: "requests library", httpx: "httpx", aiohttp: "aiohttp", urllib: "urllib" },
  },
  {
    name: "vue api",
    either: true,
    values: { composition: "composition api, script setup", options: "options api" },
  },
  {
    name: "rendering side",
    either: true,
    values: {
      server: "server component, react server component, rsc, server first",
      client: "client component, use client, use client directive",
    },
  },
  {
    name: "router",
    either: true,
    values: { app: "app router, app directory", pages: "pages router, pages directory" },
  },
  {
    name: "database access",
    values: {
      orm: "orm, active record, activerecord, query builder",
      "orm.prisma": "prisma",
      "orm.drizzle": "drizzle",
      "orm.sqlalchemy": "sqlalchemy",
      "orm.typeorm": "typeorm",
      "orm.sequelize": "sequelize",
      "orm.hibernate": "hibernate, jpa",
      raw: "raw sql, plain sql, hand written sql, raw query, raw sql query, sqlc",
    },
  },
  {
    name: "database",
    values: {
      postgres: "postgres, postgresql",
      mysql: "mysql, mariadb",
      sqlite: "sqlite",
      mongo: "mongodb, mongo",
    },
  },
  {
    name: "api style",
    near: "api endpoint client service communication graphql rpc",
    values: { rest: "rest, restful, rest api", graphql: "graphql", grpc: "grpc", trpc: "trpc" },
  },
  {
    name: "schema library",
    values: { zod: "zod", yup: "yup", joi: "joi", valibot: "valibot", io: "io ts" },
  },
  {
    name: "python models",
    values: { pydantic: "pydantic", dataclass: "dataclass", attrs: "attrs", typeddict: "typeddict" },
  },
  {
    name: "dates library",
    values: {
      datefns: "date fns",
      dayjs: "dayjs, day js",
      moment: "momentjs, moment js, use moment",
      luxon: "luxon",
    },
  },
  {
    name: "icons",
    values: {
      lucide: "lucide, lucide react",
      heroicons: "heroicons",
      fontawesome: "font awesome, fontawesome",
      emoji: "emoji as icon",
    },
  },
  { name: "form library", values: { hookform: "react hook form", formik: "formik" } },
  {
    name: "image element",
    either: true,
    values: { next: "next image, image component", plain: "img tag, img element, raw img" },
  },
  {
    name: "go assertions",
    values: { testify: "testify", standard: "standard testing package, standard library testing" },
  },
  { name: "lombok", values: { yes: "lombok" } },
  {
    name: "injection point",
    either: true,
    values: {
      constructor: "constructor injection, inject through the constructor, constructor based injection",
      field: "field injection, autowired field, autowired on field",
    },
  },
  { name: "task runner", values: { make: "makefile, make target", just: "justfile" } },
  { name: "query by test id", values: { yes: "data testid, testid, test id, getbytestid, data test id" } },
  { name: "unwrap", values: { yes: "unwrap" } },
  { name: "lodash", values: { yes: "lodash, underscore js" } },
  { name: "jquery", values: { yes: "jquery" } },
  { name: "containers", values: { yes: "docker, docker compose, dockerfile, podman" } },
  {
    name: "bundler",
    values: {
      vite: "vite",
      webpack: "webpack",
      esbuild: "esbuild",
      rollup: "rollup",
      parcel: "parcel",
      turbopack: "turbopack",
    },
  },
  {
    name: "module system",
    either: true,
    values: {
      esm: "es module, esm, import export syntax, es6 module, import syntax",
      cjs: "commonjs, cjs, require call, module exports",
    },
  },
  {
    name: "script language",
    either: true,
    values: {
      typescript:
        "typescript for all, use typescript, typescript only, in typescript only, written in typescript, typescript for new",
      javascript:
        "plain javascript, vanilla javascript, use javascript, javascript only, vanilla js, javascript not typescript, written in javascript",
    },
  },
  { name: "java build", values: { gradle: "gradle", maven: "maven, mvn" } },
  { name: "file paths library", either: true, values: { pathlib: "pathlib", ospath: "os path" } },
  {
    name: "program output",
    values: {
      logger:
        "logger, logging module, logging library, logging framework, structured logging, use logging, structured logger, log library, structlog, loguru, slog, zap, winston, pino",
      print:
        "console log, console statement, console error, console warn, print, print statement, print call, println, fmt println, system out println",
    },
  },
];
