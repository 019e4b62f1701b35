import { type ConnectionSettings, connectorList } from '@tillsight/platforms/connectors'

/** What the operator registered at platforms, by connector and key: each connector names its variables. */
export function readPlatformApps(
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, ConnectionSettings>> {
  return Object.fromEntries(
    connectorList.map(({ id, connect }) => [
      id,
      Object.fromEntries(
        (connect.app ?? []).flatMap(({ key, variable }) => {
          const value = given[variable]?.trim()
          return value ? [[key, value]] : []
        }),
      ),
    ]),
  )
}

/** The same of those platforms only that something is set for: to be laid over what an installation has already. */
export function presentApps(given: Readonly<Record<string, string>>): Readonly<Record<string, ConnectionSettings>> {
  return Object.fromEntries(Object.entries(readPlatformApps(given)).filter(([, app]) => Object.keys(app).length > 0))
}
