import type { FigureAnswer, MetricAnswer } from '@tillsight/domain'
import type { FigureRows, MetricQuery } from '@tillsight/metrics'
import type { Answer } from '../../app/services.ts'

/** A question in the shape that verbs parse: theirs may be changed, the app's is read-only. */
export function toInput({ filters, metrics, dimensions, seriesOf, ...query }: MetricQuery) {
  return {
    ...query,
    metrics: [...metrics],
    ...(seriesOf === undefined ? {} : { seriesOf: [...seriesOf] }),
    ...(dimensions === undefined ? {} : { dimensions: [...dimensions] }),
    ...(filters === undefined ? {} : { filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })) }),
  }
}

/** Verbs have checked their answers; what their schemas cannot say is only that days are days. */
export function toAnswer(answer: MetricAnswer): Answer {
  return answer as unknown as Answer
}

/** As {@link toAnswer}. */
export function toFigureRows(answer: FigureAnswer): FigureRows {
  return answer as unknown as FigureRows
}
