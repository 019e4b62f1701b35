import { additiveModels } from '@tillsight/attribution'
import { checkRange, DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { configFields, requestedModels } from '../../credit/index.ts'

/** The kinds of reports (attribution.md §10, §11, §16, §17). */
export const reportKinds = [
  'models',
  'path_length',
  'time_lag',
  'assists',
  'top_paths',
  'overlap',
  'openers',
  'transitions',
  'conversion_rate',
  'cohorts',
  'claims',
] as const
/** One of {@link reportKinds}. */
export type ReportKind = (typeof reportKinds)[number]

/** A query for one report; its configuration is that of an attribution query. */
export const ReportQuery = z
  .strictObject({
    report: z.enum(reportKinds),
    from: DayInput,
    to: DayInput,
    ...configFields,
    /** `models`: the models to show side by side; the first is what the others are compared with. */
    models: z
      .array(z.enum(requestedModels))
      .min(1)
      .max(additiveModels.length + 1)
      .default(['last_non_direct', 'linear_all', 'shapley']),
    /** Maximum length of lists in a report. */
    limit: z.int().min(1).max(1000).default(50),
  })
  .superRefine(checkRange)
export type ReportQuery = z.output<typeof ReportQuery>
/** A report query before validation. */
export type ReportQueryInput = z.input<typeof ReportQuery>
