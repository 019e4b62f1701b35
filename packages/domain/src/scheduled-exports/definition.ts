import { isZone } from '@tillsight/core/days'
import type { ExportDefinitionRow, ExportRunRow } from '@tillsight/database'
import { z } from 'zod'
import { ColumnKind } from '../exports.ts'

/** What the rows of an export are. */
export const exportKinds = [
  'metrics',
  'pnl',
  'orders',
  'ledger',
  'products',
  'customers',
  'cohorts',
  'attribution',
  'campaigns',
  'costs',
] as const
/** One of {@link exportKinds}. */
export type ExportKind = (typeof exportKinds)[number]

/** How a file is written. */
const exportFormats = ['csv', 'jsonl', 'parquet'] as const
/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number]

/** For which days an export is made; all end with the last day that is over. */
const exportRanges = ['yesterday', 'last_7_days', 'last_35_days', 'month_to_date', 'since_last'] as const
/** One of {@link exportRanges}. */
export type ExportRange = (typeof exportRanges)[number]

/** How long files are kept. */
export const keptDays = 30

/** How often an export is made by itself: weekly on the first day of the shop's week, monthly on the first. */
export const ExportSchedule = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 06:00.'),
  /** The shop's when absent. */
  zone: z.string().refine(isZone, 'This is not a time zone: expected one such as Europe/Berlin.').optional(),
})
export type ExportSchedule = z.infer<typeof ExportSchedule>

const printable = z.string().regex(/^[\x21-\x7e]+$/, 'Expected letters, digits and signs, without spaces.')
/** `webhook`: the event `export.finished`, which every webhook that wants it gets. */
const Within = z.strictObject({ kind: z.enum(['download', 'mail', 'webhook']) })
/** A bucket of Amazon S3, or of anything that speaks its protocol. */
const S3 = z.strictObject({
  kind: z.literal('s3'),
  /** `https://s3.eu-central-1.amazonaws.com` */
  endpoint: z.string().max(300),
  region: printable.max(60).default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is not the name of a bucket.'),
  /** Folders within the bucket. */
  prefix: z
    .string()
    .max(200)
    .regex(/^(?:[\w=.-]+(?:\/[\w=.-]+)*)?$/, 'Expected folders such as reports/shop, without a slash at the ends.')
    .default(''),
  /** Whether the bucket is a part of the path instead of the host. */
  pathStyle: z.boolean().default(true),
  accessKeyId: printable.max(200),
})
/** Where files are put in a bucket. */
export type S3Place = z.infer<typeof S3>

/** Names that Google would take for a cell. */
const cellName = /^(?:[a-z]{1,3}\d+|r\d*c\d*)$/i
/** A spreadsheet of Google Sheets that is shared with a service account. */
const Sheets = z.strictObject({
  kind: z.literal('sheets'),
  /** Its id, or its address in the browser. */
  spreadsheet: z.string().max(400),
  /** The named range that is written; made as a tab of this name where there is none. */
  range: z
    .string()
    .regex(/^[A-Za-z_]\w{0,99}$/, 'Expected letters, digits and underscores, beginning with a letter.')
    .refine((name) => !cellName.test(name), 'This is the name of a cell. Choose another.'),
  /** `replace`: the rows stand for those before; `upsert`: each for the one with the same first cell. */
  mode: z.enum(['replace', 'upsert']).default('replace'),
  /** The address of the service account. */
  email: z.string(),
})
/** Where rows are written in a spreadsheet. */
export type SheetsPlace = z.infer<typeof Sheets>

/** Where an export goes beside the list of its runs, where it always stays for 30 days. */
export const ExportDestination = z.discriminatedUnion('kind', [Within, S3, Sheets])
export type ExportDestination = z.infer<typeof ExportDestination>

/** The same with the secret of what opens it, which is never told again; without it the one before stays. */
const NewDestination = z.discriminatedUnion('kind', [
  Within,
  S3.extend({ secretAccessKey: printable.max(500).optional() }),
  // The file that Google gives out, as text.
  Sheets.omit({ email: true }).extend({ serviceAccountKey: z.string().max(10_000).optional() }),
])
export type NewDestination = z.infer<typeof NewDestination>

const name = z
  .string()
  .trim()
  .min(1, 'Give the export a name.')
  .max(80, 'This name is too long: at most 80 characters.')
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'This name holds a character that cannot be shown.')

const fields = {
  name,
  format: z.enum(exportFormats),
  range: z.enum(exportRanges),
  schedule: ExportSchedule.nullable(),
  to: NewDestination,
}

/** An export to be added. */
export const NewExport = z.strictObject({
  ...fields,
  what: z.enum(exportKinds),
  /** Depends on `what`; see the guide. */
  question: z.record(z.string(), z.unknown()).default({}),
  range: fields.range.default('last_35_days'),
  schedule: fields.schedule.default(null),
  to: fields.to.default({ kind: 'download' }),
})

/** What can be changed later. */
export const ExportChange = z.strictObject({
  name: fields.name.optional(),
  question: z.record(z.string(), z.unknown()).optional(),
  format: fields.format.optional(),
  range: fields.range.optional(),
  schedule: fields.schedule.optional(),
  to: fields.to.optional(),
  state: z.enum(['on', 'paused']).optional(),
})

/** What a file has in it, and how far it can be relied on. */
export const ExportManifest = z.object({
  what: z.enum(exportKinds),
  format: z.enum(exportFormats),
  columns: z.array(z.object({ name: z.string(), type: ColumnKind })),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
  range: z.object({ from: z.string(), to: z.string() }),
  timezone: z.string(),
  currency: z.string(),
  /** When each source was read last. */
  freshness: z.record(z.string(), z.string()),
  /** Something of these days is not in yet. */
  partial: z.boolean(),
  /** Of the facts when the file was begun. */
  factsVersion: z.string(),
  madeAt: z.iso.datetime(),
})
export type ExportManifest = z.infer<typeof ExportManifest>

/** A run, and what became of it. */
export const ExportRunView = z.object({
  id: z.string(),
  /** `retrying`: waits for another attempt; `removed`: done, and its file is gone. */
  state: z.enum(['waiting', 'retrying', 'done', 'failed', 'removed']),
  range: z.object({ from: z.string(), to: z.string() }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Null until it is done. */
  manifest: ExportManifest.nullable(),
  /** Why the last attempt failed; empty otherwise. */
  reason: z.string(),
})
export type ExportRunView = z.infer<typeof ExportRunView>

/** An export as people and programs see it. */
export const ExportView = z.object({
  id: z.string(),
  name: z.string(),
  what: z.enum(exportKinds),
  question: z.record(z.string(), z.unknown()),
  format: z.enum(exportFormats),
  range: z.enum(exportRanges),
  schedule: ExportSchedule.nullable(),
  to: ExportDestination,
  state: z.enum(['on', 'paused']),
  createdAt: z.iso.datetime(),
  /** When it is due; null: by hand only. */
  nextAt: z.iso.datetime().nullable(),
  /** Null: it never ran. */
  lastRun: ExportRunView.nullable(),
})
export type ExportView = z.infer<typeof ExportView>

/** A stored export, read. */
export interface ExportDefinition {
  readonly what: ExportKind
  readonly question: Readonly<Record<string, unknown>>
  readonly format: ExportFormat
  readonly range: ExportRange
  readonly schedule: ExportSchedule | null
  readonly to: ExportDestination
}

const Stored = z.object({ ...fields, what: z.enum(exportKinds), name: z.string(), to: ExportDestination })

/** Reads a stored export. */
export function readDefinition({
  name,
  what,
  question,
  format,
  rangeKind: range,
  schedule,
  destination: to,
}: ExportDefinitionRow): ExportDefinition {
  return { ...Stored.parse({ name, what, format, range, schedule, to }), question }
}

/** Prints a stored export. */
export function toExportView(row: ExportDefinitionRow, last: ExportRunRow | undefined): ExportView {
  const { id, name, state, createdAt, nextAt } = row
  return {
    id,
    name,
    ...readDefinition(row),
    state,
    createdAt: createdAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
    lastRun: last ? toExportRunView(last) : null,
  }
}

/** Prints a stored run. */
export function toExportRunView(run: ExportRunRow): ExportRunView {
  const { id, state, failures, fromDay: from, toDay: to, createdAt, endedAt, manifest, removedAt, reason } = run
  return {
    id,
    state: state === 'waiting' && failures > 0 ? 'retrying' : removedAt === null ? state : 'removed',
    range: { from, to },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    manifest: manifest === null ? null : ExportManifest.parse(manifest),
    reason,
  }
}
