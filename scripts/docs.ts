// Generates the pages under docs/reference/ from the code; `--check` only reports whether they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeClientTypes } from '@tillsight/api-client/make-types'
import { describeCatalogue } from '@tillsight/metrics'
import { describeConnectors } from '@tillsight/platforms/connectors'
import { toOpenApi } from '../server/http/api/describe.ts'
import { operations } from '../server/http/api/operations.ts'

const customersSection = `## Who is a customer

Within a shop, orders with the same customer number or the same e-mail address are one person's; a phone number counts where
an order has neither. An order that does not count (failed, still pending, cancelled before it was paid, or a test) never joins
two people: a card that was refused proves nothing, so an account that was tried with somebody else's address stays apart from
that address. When such an order is paid after all, it joins them from then on; when an order stops counting, whom only it
joined are two again.

Somebody becomes a customer with their first order above 0. An order of 0 (a sample, a replacement, a coupon over everything)
counts as an order, makes nobody new or returning, and leaves the next paid one to be the first.

`

const root = join(import.meta.dirname, '..')
const folder = join(import.meta.dirname, '..', 'docs', 'reference')
const note = '<!-- Made by `npm run docs`; edit the source instead. -->\n\n'

const description = `${JSON.stringify(toOpenApi(operations), null, 2)}\n`
const inReference = (name: string): string => `docs/reference/${name}`
const pages: Readonly<Record<string, string>> = {
  [inReference('metrics.md')]: metricsPage(),
  [inReference('connectors.md')]: connectorsPage(),
  [inReference('configuration.md')]: configurationPage(),
  [inReference('openapi.json')]: description,
  'packages/api-client/src/generated/api.ts': await makeClientTypes(description),
}

const outdated = Object.entries(pages).filter(([name, text]) => {
  const file = join(root, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  for (const [name] of outdated) console.error(`${name} is not what the code says: run npm run docs.`)
  process.exit(outdated.length === 0 ? 0 : 1)
}
for (const [name, text] of outdated) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
  console.log(`wrote ${name}`)
}

function metricsPage(): string {
  const { metrics, dimensions } = describeCatalogue()
  const sections = metrics.map(
    (metric) =>
      `### ${metric.label}\n\n\`${metric.key}\` · ${metric.unit}${metric.better === 'neither' ? '' : ` · ${metric.better} is better`}${metric.additive ? '' : ' · does not add up over days'}\n\n${metric.description}\n\n**Formula:** ${metric.formula}\n`,
  )
  const rows = dimensions.map(
    ({ key, label, description, level, overlapping }) =>
      `| \`${key}\` | ${label} | ${description}${overlapping ? ` ${level === 'line' ? 'Rows of what counts orders or customers' : 'Rows'} overlap.` : ''} |`,
  )
  return `${note}# What every figure means\n\nThe same definitions make the figures on screens, in the API, in files and on the command line.\n\n${customersSection}## Metrics\n\n${sections.join('\n')}\n## Dimensions\n\n| Key | Label | What it is |\n|---|---|---|\n${rows.join('\n')}\n`
}

function connectorsPage(): string {
  const sections = describeConnectors().map(
    (connector) =>
      `## ${connector.label}\n\n\`${connector.id}\` · ${connector.kind}\n\n${connector.description}\n\n| Field | Secret | What to enter |\n|---|---|---|\n${connector.fields.map((field) => `| ${field.label} | ${field.secret ? 'yes' : 'no'} | ${field.help} |`).join('\n')}\n`,
  )
  return `${note}# Platforms\n\n${sections.join('\n')}`
}

/**
 * The example environment file as a table. A comment describes the variables below it, up to the next empty line or comment.
 */
function configurationPage(): string {
  const rows: string[] = []
  let comment: string[] = []
  let isNew = true
  for (const line of readFileSync(join(folder, '..', '..', '.env.example'), 'utf8').split('\n')) {
    const variable = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)
    if (variable !== null) {
      const [, name, value] = variable
      rows.push(`| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${comment.join(' ').replaceAll('|', '\\|')} |`)
      isNew = true
    } else if (line.startsWith('# ')) {
      comment = isNew ? [line.slice(2)] : [...comment, line.slice(2)]
      isNew = false
    } else {
      comment = []
      isNew = true
    }
  }
  return `${note}# Settings\n\nVariables of the environment; all are optional on the embedded default. The second column is what counts when a variable is not set.\n\n| Variable | Default | What it is |\n|---|---|---|\n${rows.join('\n')}\n`
}
