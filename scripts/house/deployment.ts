import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

// The kit in `deploy/` is used where no test of ours runs, so what a machine can hold it against is held: settings that
// exist, files that are there, names that lead somewhere, and the hardening that the guide promises.

const list = z.array(z.string()).default([])
const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  read_only: z.boolean().default(false),
  cap_drop: list,
  security_opt: list,
  environment: z.record(z.string(), z.string()).default({}),
  volumes: list,
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: list }).optional(),
})
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
type Service = z.infer<typeof Service>

/** Variables of Node and of the C library, not ours. */
const foreign = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE'])

/** What is wrong with the container image, the compose file and the systemd unit; nothing where they hold. */
export function checkDeployment(root: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const known = variablesOf(read('.env.example'))
  const isKnown = (name: string): boolean => known.has(name) || foreign.has(name) || name.startsWith('MALLOC_')
  const dockerfile = read('deploy/Dockerfile')
  const unit = read('deploy/tillsight.service')
  const compose = Compose.parse(parse(read('deploy/compose.yaml'), { merge: true }))
  const own = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)
  return [
    ...[...dockerfile.matchAll(/(?:ENV|^) +([A-Z][A-Z0-9_]+)=/gm)].flatMap(([, name = '']) =>
      isKnown(name) ? [] : [`deploy/Dockerfile sets ${name}, which nothing reads.`],
    ),
    ...copiedPaths(dockerfile).flatMap((path) =>
      path === 'build' || existsSync(join(root, path)) ? [] : [`deploy/Dockerfile copies ${path}, which is not there.`],
    ),
    ...[...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, settings = '']) =>
      settings
        .split(' ')
        .map((setting) => setting.slice(0, setting.indexOf('=')))
        .flatMap((name) => (isKnown(name) ? [] : [`deploy/tillsight.service sets ${name}, which nothing reads.`])),
    ),
    ...own.flatMap(([name, service]) => ownServiceProblems(name, service, isKnown)),
    ...Object.entries(compose.services).flatMap(([name, service]) => serviceProblems(name, service, compose)),
    ...exampleProblems(read('deploy/compose.yaml'), read('deploy/.env.example')),
    ...[...read('deploy/Caddyfile').matchAll(/dynamic a (\w+) \d+/g)].flatMap(([, name = '']) =>
      compose.services[name] === undefined ? [`deploy/Caddyfile leads to ${name}, which is no service.`] : [],
    ),
  ]
}

function ownServiceProblems(name: string, service: Service, isKnown: (name: string) => boolean): string[] {
  const { environment, read_only, cap_drop, security_opt, healthcheck } = service
  const isHardened = read_only && cap_drop.includes('ALL') && security_opt.includes('no-new-privileges:true')
  return [
    ...Object.keys(environment).flatMap((variable) =>
      isKnown(variable) ? [] : [`The service ${name} sets ${variable}, which nothing reads.`],
    ),
    ...(isHardened ? [] : [`The service ${name} may write to its image or gain rights.`]),
    ...(healthcheck === undefined ? [`Nobody looks whether the service ${name} is well.`] : []),
  ]
}

function serviceProblems(name: string, service: Service, { services, volumes }: z.infer<typeof Compose>): string[] {
  const { image, build, depends_on } = service
  const isPinned = build !== undefined || /:\d/.test(image)
  return [
    ...(isPinned ? [] : [`The image of ${name} names no version.`]),
    ...Object.keys(depends_on).flatMap((other) =>
      services[other]?.healthcheck === undefined
        ? [`${name} waits for the health of ${other}, which has no check.`]
        : [],
    ),
    ...service.volumes.flatMap((volume) => {
      const [source = ''] = volume.split(':')
      return source.startsWith('.') || source in volumes
        ? []
        : [`${name} uses the volume ${source}, which is not declared.`]
    }),
  ]
}

/** Each variable of the example is used, and each that is used stands in it. */
function exampleProblems(compose: string, example: string): string[] {
  const used = new Set([...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name))
  const offered = variablesOf(example)
  return [
    ...[...used.difference(offered)].map((name) => `deploy/.env.example lacks ${name}, which compose.yaml asks for.`),
    ...[...offered.difference(used)].map((name) => `deploy/.env.example has ${name}, which compose.yaml does not use.`),
  ]
}

function variablesOf(example: string): Set<string> {
  return new Set([...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name))
}

/** What the image takes from the repository, or from what was built of it. */
function copiedPaths(dockerfile: string): string[] {
  return [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
    .flatMap(([, sources = '']) => sources.split(' '))
    .map((path) => path.replace(/^\/app\//, ''))
    .filter((path) => path !== '.' && path !== 'node_modules')
}
