import { additiveModels } from '@tillsight/attribution'
import { checkRange, DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { askedModels, configFields } from '../../credit/index.ts'

/** What can be reported besides credit (attribution.md §10, §11, §16, §17). */
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

/** Asks for one report; the configuration is that of a question about credit. */
export const ReportQuestion = z
  .strictObject({
    report: z.enum(reportKinds),
    from: DayInput,
    to: DayInput,
    ...configFields,
    /** `models`: those side by side, the first being what the others are compared with. */
    models: z
      .array(z.enum(askedModels))
      .min(1)
      .max(additiveModels.length + 1)
      .default(['last_non_direct', 'linear_all', 'shapley']),
    /** Longest list of a report that can be long. */
    limit: z.int().min(1).max(1000).default(50),
  })
  .superRefine(checkRange)
export type ReportQuestion = z.output<typeof ReportQuestion>
/** A report's question as it comes in. */
export type ReportQuestionInput = z.input<typeof ReportQuestion>
