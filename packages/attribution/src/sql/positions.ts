import type { TouchSet } from './touch-sets.ts'

/** Points of the roles that a touch can hold; those without a role share the last ones. */
export const shapes = {
  position_u: { first: 40, middle: 0, last: 40, others: 20 },
  position_j: { first: 20, middle: 0, last: 60, others: 20 },
  position_j_inverse: { first: 60, middle: 0, last: 20, others: 20 },
  position_w: { first: 30, middle: 30, last: 30, others: 10 },
} as const
/** The models that look at places. */
export type Shape = keyof typeof shapes

/** Whether a model looks at places. */
export function isShape(model: string): model is Shape {
  return model in shapes
}

/** The place of the middle role in a set; 0 where nobody holds it. Only one shape has it. */
export function middleSql({ places, number }: TouchSet): string {
  const upTo =
    places === 'nth'
      ? 'arrayLastIndex(t -> t <= milestone_ms, touch_ms)'
      : `${places}[arrayLastIndex((t, p) -> t <= milestone_ms AND p > 0, touch_ms, ${places})]`
  return `toInt64(if(milestone_ms > 0, ${upTo}, if(${number} < 3, 0, intDiv(${number}, 2) + 1)))`
}
