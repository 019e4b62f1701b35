/** Names of the catalogue in one language, by key; English is the catalogue's own. */
export interface MetricNames {
  readonly metrics: Readonly<Record<string, string>>
  readonly dimensions: Readonly<Record<string, string>>
  /** Stats of ad platforms, without the platform. */
  readonly stats: Readonly<Record<string, string>>
}
