import {
  type ConnectionSettings,
  type Connector,
  type GuideWay,
  ok,
  type SetupFinding,
  wrong,
} from '@tillsight/platforms/connectors'

/** Whether the operator's app at the platform is written down, and could be right. Values are never repeated. */
export function appFindings(connector: Connector, way: GuideWay, app: ConnectionSettings): SetupFinding[] {
  if (!way.needsApp) return []
  const fields = connector.connect.app ?? []
  const missing = fields.filter(({ required, key }) => required && !app[key]).map(({ variable }) => variable)
  if (missing.length > 0) {
    const text = `So this installation has no app at ${connector.label}, and nobody can be sent there. Set ${missing.length === 1 ? 'it' : 'them'} in the environment and start Tillsight again, or take a way without an app.`
    return [wrong('app_variables', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`, text)]
  }
  const misread = connector.guide?.misread?.(app) ?? {}
  const odd = fields.filter(({ key }) => misread[key] !== undefined)
  if (odd.length === 0) {
    const names = fields.filter(({ required }) => required).map(({ variable }) => variable)
    return [ok('app_variables', `${names.join(' and ')} are set`, 'What they hold looks right.')]
  }
  const text = odd.map(({ variable, key }) => `${variable}: ${misread[key]}`).join(' ')
  const title = `${odd.map(({ variable }) => variable).join(' and ')} cannot be right`
  return [wrong('app_variables', title, `${text} Start Tillsight again afterwards.`)]
}
