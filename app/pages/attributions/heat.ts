// One hue in five steps, for heat maps.

/** Classes by step; figures stay legible on all of them, in both themes. */
export const heatClasses = [
  'bg-surface',
  'bg-series-1/8',
  'bg-series-1/16',
  'bg-series-1/24',
  'bg-series-1/32',
  'bg-series-1/40',
] as const

/** The step of a share, 0–5: 0 for none, then five equal ranges. */
export function heatStep(share: number): number {
  if (!(share > 0)) return 0
  return Math.min(5, Math.floor(share * 5) + 1)
}
