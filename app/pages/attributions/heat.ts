// One hue in five steps, for tables whose cells are coloured by what they hold.

/** Classes by step; the figure stays readable on all of them, in both themes. */
export const heatClasses = [
  'bg-surface',
  'bg-series-1/8',
  'bg-series-1/16',
  'bg-series-1/24',
  'bg-series-1/32',
  'bg-series-1/40',
] as const

/** The step of a share, 0–5: nothing, and five of the same width. */
export function heatStep(share: number): number {
  if (!(share > 0)) return 0
  return Math.min(5, Math.floor(share * 5) + 1)
}
