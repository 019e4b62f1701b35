// The process of killed-writer.test.ts: changes an organisation again and again, and is killed meanwhile.
import { systemClock, toOrganisationId, toPersonId } from '@tillsight/core'
import { openDatabase } from '@tillsight/database'
import { personActor, run } from '../context/index.ts'
import { enterOrganisation, renameOrganisation } from './index.ts'

const [, , url, organisation, owner] = process.argv
if (import.meta.main && url !== undefined && organisation !== undefined && owner !== undefined) {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const db = await openDatabase({ url, log, applicationName: 'killed writer' })
  const person = toPersonId(owner)
  const own = { actor: personActor(person), person, db, queries: db.kysely, clock: systemClock, log }
  const ctx = await enterOrganisation(own, toOrganisationId(organisation))
  for (let change = 1; ; change += 1) {
    await run(renameOrganisation, ctx, { name: `Name ${process.pid}-${change}` })
    process.stdout.write('.')
  }
}
