import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPasswordHashing, startTestAuth, type TestAuth } from '@tillsight/auth/testing'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'

const password = 'a long enough password'
const callers = 16
const callsEach = 60
const rounds = 5

/** The overhead of the protocol over one database query, and over hashing a password. */
export const benchmark: Benchmark = {
  name: 'auth',
  about: 'refreshing, asking who somebody is and signing in, against a bare handler with one read and the hash alone',
  async run(report) {
    const cleanUps: (() => Promise<void>)[] = []
    const t = { after: (work: () => Promise<void>) => void cleanUps.push(work) }
    try {
      const env = { AUTH_RATE_LIMIT_TOKEN_REFRESH: '100000000' }
      const auth = await startTestAuth(t, { env, isCostly: true })
      const people = await Promise.all(Array.from({ length: callers }, (_, index) => signUp(auth, index)))
      await throughput(report, { auth, people, bare: await startBareHandler(t, auth, people) })
      await signIns(report, auth)
    } finally {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp()
    }
  },
}

interface Person {
  readonly id: string
  readonly bearer: string
  refreshToken: string
}

async function signUp(auth: TestAuth, index: number): Promise<Person> {
  const email = `bench-${index}@example.com`
  await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  const { data } = await auth.client().auth.signInWithPassword({ email, password })
  if (!data.session) throw new Error('signing in failed')
  return { id: data.user.id, bearer: data.session.access_token, refreshToken: data.session.refresh_token }
}

/** Another server in this process that only reads the caller's row. */
async function startBareHandler(
  t: { after(work: () => Promise<void>): void },
  auth: TestAuth,
  people: readonly Person[],
): Promise<string> {
  const [someone] = people
  const server = createServer((_, response) => {
    void auth.database.kysely
      .selectFrom('authUsers')
      .selectAll()
      .where('id', '=', someone?.id ?? '')
      .executeTakeFirst()
      .then((row) => response.setHeader('content-type', 'application/json').end(JSON.stringify(row)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Servers {
  readonly auth: TestAuth
  readonly people: readonly Person[]
  readonly bare: string
}

async function throughput(report: Report, { auth, people, bare }: Servers): Promise<void> {
  const loops = {
    bare: () => inParallel(people, () => call(bare)),
    user: () =>
      inParallel(people, ({ bearer }) =>
        call(`${auth.url}/auth/v1/user`, { headers: { authorization: `Bearer ${bearer}` } }),
      ),
    refresh: () => inParallel(people, (person) => refresh(auth, person)),
  }
  const times = await inTurns(loops, rounds)
  const perSecond = (ms: number) => (callers * callsEach * 1000) / ms
  report({ measure: 'bare handler with one read', value: perSecond(times.bare.median), unit: 'per_second' })
  report({ measure: 'GET user', value: perSecond(times.user.median), unit: 'per_second' })
  report({ measure: 'GET user / bare handler', value: times.user.median / times.bare.median, unit: 'ratio' })
  report({ measure: 'token refresh', value: perSecond(times.refresh.median), unit: 'per_second' })
  report({ measure: 'token refresh / bare handler', value: times.refresh.median / times.bare.median, unit: 'ratio' })
}

async function inParallel(people: readonly Person[], work: (person: Person) => Promise<unknown>): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      for (let index = 0; index < callsEach; index += 1) await work(person)
    }),
  )
}

async function refresh(auth: TestAuth, person: Person): Promise<void> {
  const result = await call(`${auth.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: person.refreshToken }),
  })
  if (typeof result === 'object' && result !== null && 'refresh_token' in result) {
    person.refreshToken = String(result.refresh_token)
  }
}

async function call(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return body
}

/** Sequential sign-ins: the time that a person waits. */
async function signIns(report: Report, auth: TestAuth): Promise<void> {
  const hash = await storedHash(auth)
  const hashing = createPasswordHashing()
  const times = await inTurns(
    {
      hash: () => hashing.verify(password, hash),
      signIn: () =>
        call(`${auth.url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'bench-0@example.com', password }),
        }),
    },
    41,
  )
  report({ measure: 'hash of a password', value: times.hash.median, unit: 'ms' })
  report({ measure: 'password sign-in', value: times.signIn.median, unit: 'ms' })
  const ratio = times.signIn.median / times.hash.median
  report({ measure: 'password sign-in / hash alone', value: ratio, unit: 'ratio', target: atMost(1.2) })
  await whileSigningIn(report, auth)
}

async function storedHash(auth: TestAuth): Promise<string> {
  const row = await auth.database.kysely
    .selectFrom('authUsers')
    .select('passwordHash')
    .where('email', '=', 'bench-0@example.com')
    .executeTakeFirstOrThrow()
  return row.passwordHash ?? ''
}

/** How long others wait for the event loop while many passwords are hashed. */
async function whileSigningIn(report: Report, auth: TestAuth): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      auth.raw('/token?grant_type=password', {
        method: 'POST',
        ip: `198.51.100.${index}`,
        body: { email: `bench-${index % callers}@example.com`, password },
      }),
    ),
  )
  delays.disable()
  const nanoseconds = 1e6
  const during = 'delay of the event loop during 40 sign-ins at once'
  report({ measure: `median ${during}`, value: delays.percentile(50) / nanoseconds, unit: 'ms' })
  report({ measure: `longest ${during}`, value: delays.max / nanoseconds, unit: 'ms' })
}
