import { type AdditiveModel, type CreditConfig, direct } from '../credit/index.ts'
import { eligibleSql } from './eligible.ts'

const isOther = `c != '${direct}'`

const oneTouchModels = ['first_click', 'last_click', 'first_non_direct', 'last_non_direct', 'last_paid'] as const
/** Models in which one touch earns the whole order. */
export type OneTouchModel = (typeof oneTouchModels)[number]

/** Whether nothing is shared under a model. */
export function isOneTouch(model: AdditiveModel): model is OneTouchModel {
  return oneTouchModels.some((each) => each === model)
}

/** Where the one touch stands that earns the whole order, counted from 1 in the whole list; 0 for nobody. */
export function oneTouchSql(model: OneTouchModel, config: CreditConfig): string {
  const can = eligibleSql(config, 'clicks')
  const prefersOthers = config.direct_policy === 'exclude_unless_only'
  switch (model) {
    case 'first_click':
      return prefersOthers ? unlessNone('arrayFirstIndex', can) : firstOf(can)
    case 'last_click':
      return prefersOthers ? unlessNone('arrayLastIndex', can) : lastOf(can)
    case 'first_non_direct':
      return unlessNone('arrayFirstIndex', can)
    case 'last_non_direct':
      return unlessNone('arrayLastIndex', can)
    case 'last_paid':
      return `arrayLastIndex((k, t, p) -> p = 1 AND ${can}, kinds, touch_ms, paid)`
  }
}

function firstOf(can: string): string {
  return `arrayFirstIndex((k, t) -> ${can}, kinds, touch_ms)`
}

function lastOf(can: string): string {
  return `arrayLastIndex((k, t) -> ${can}, kinds, touch_ms)`
}

/** The first or last one that is no direct visit; any where all are. */
function unlessNone(find: 'arrayFirstIndex' | 'arrayLastIndex', can: string): string {
  const other = `${find}((k, t, c) -> ${isOther} AND ${can}, kinds, touch_ms, channels)`
  return `if(${other} > 0, ${other}, ${find}((k, t) -> ${can}, kinds, touch_ms))`
}
