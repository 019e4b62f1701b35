import { type ConnectionSettings, connectorList } from '@tillsight/platforms/connectors'

/** The operator's app settings at platforms, by connector and key: each connector names its variables. */
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

/** Only the platforms with settings: to be merged into those of an installation. */
export function presentApps(given: Readonly<Record<string, string>>): Readonly<Record<string, ConnectionSettings>> {
  return Object.fromEntries(Object.entries(readPlatformApps(given)).filter(([, app]) => Object.keys(app).length > 0))
}
