import { randomBytes } from 'node:crypto'
import { GraphQLError, Kind } from 'graphql'
import { warn } from '../web/server.ts'
import { BulkFile, type BulkLine, bulkLines } from './bulk-lines.ts'
import { type FieldPlan, planBulk } from './bulk-plan.ts'
import { connection } from './connection.ts'
import type { FakeFaults } from './faults.ts'
import type { Platform } from './options.ts'
import { prepare, shopifyError } from './schema.ts'
import { compileSearch, dateTest, parseSearch, type TermTest, textTest } from './search.ts'
import { type Call, gid, type ListArgs } from './world.ts'

type Status = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED' | 'EXPIRED'
type ErrorCode = 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT'

interface Operation {
  readonly id: number
  readonly query: string
  readonly createdMs: number
  readonly file: BulkFile
  readonly token: string
  /** How it will end, unless it completes. */
  ending: { readonly status: 'FAILED' | 'EXPIRED' | 'CANCELED'; readonly errorCode: ErrorCode | null } | undefined
  readonly countsAside: number
  isTold: boolean
}

/** The state of a bulk operation, for tests. */
export interface BulkReport {
  readonly id: number
  readonly status: string
  readonly query: string
  readonly objectCount: string
}

/** Bulk operations of the app at one shop: states by the platform's clock, results in files. */
export class Bulk {
  readonly #platform: Platform
  readonly #faults: FakeFaults
  readonly #onFinish: (operation: object) => void
  readonly #operations: Operation[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #lastId = 7000

  constructor(platform: Platform, faults: FakeFaults, onFinish: (operation: object) => void) {
    this.#platform = platform
    this.#faults = faults
    this.#onFinish = onFinish
  }

  /** Starts an operation, or says why not. */
  run(query: string, { call, isGrouped }: { readonly call: Call; readonly isGrouped: boolean }): object {
    const plan = readPlan(query)
    if ('problem' in plan) return refused('INVALID', plan.problem)
    const busy = this.#operations.filter((entry) => isUnderWay(this.#statusOf(entry)))
    if (busy.length >= this.#platform.bulk.slots || this.#faults.strike('aside', 'bulk_slots_taken')) {
      const names = busy.map((entry) => gid('BulkOperation', entry.id)).join(', ')
      return refused('LIMIT_REACHED', `A bulk query operation for this app and shop is already in progress: ${names}.`)
    }
    const failed = this.#faults.strike('aside', 'bulk_failed')
    const operation = this.#start(query, failed?.errorCode ?? (failed ? 'INTERNAL_SERVER_ERROR' : undefined))
    const bulkCall: Call = { ...call, isBulk: true, searchWarnings: [] }
    void this.#write(operation, this.#damaged(bulkLines(plan, bulkCall, isGrouped), failed?.lines))
    return { bulkOperation: this.#node(operation), userErrors: [] }
  }

  find(id: number): object | undefined {
    this.settle()
    const operation = this.#operations.find((entry) => entry.id === id)
    return operation && this.#node(operation)
  }

  latest(): object | undefined {
    this.settle()
    const operation = this.#operations.at(-1)
    return operation && this.#node(operation)
  }

  page(args: ListArgs, call: Call): object {
    this.settle()
    const test: TermTest<Operation> = (term) => {
      if (term.field === 'status') return textTest(term, (entry) => this.#statusOf(entry))
      if (term.field === 'operation_type') return textTest(term, () => 'query')
      if (term.field === 'created_at') return dateTest(term, (entry) => new Date(entry.createdMs).toISOString())
      return undefined
    }
    const fits = compileSearch(parseSearch(args.query ?? ''), test, () => undefined)
    return connection(this.#operations.filter(fits), args, { call, make: (entry) => this.#node(entry) })
  }

  list(): BulkReport[] {
    return this.#operations.map((entry) => {
      const status = this.#statusOf(entry)
      return { id: entry.id, status, query: entry.query, objectCount: String(entry.file.objects) }
    })
  }

  /** Cancels an operation. */
  cancel(id: number): object | undefined {
    const operation = this.#operations.find((entry) => entry.id === id)
    if (!operation) return undefined
    if (!isUnderWay(this.#statusOf(operation))) return this.#node(operation)
    operation.ending = { status: 'CANCELED', errorCode: null }
    return { ...this.#node(operation), status: 'CANCELING', completedAt: null }
  }

  /** The file of a link; `expired` after seven days. */
  file(token: string): BulkFile | 'expired' | undefined {
    const operation = this.#operations.find((entry) => entry.token === token)
    if (!operation) return undefined
    const age = this.#platform.clock.now().getTime() - this.#endOf(operation)
    if (age > this.#platform.bulk.linkMs) return 'expired'
    return operation.file
  }

  /** Sends `bulk_operations/finish` for operations that have ended meanwhile. */
  settle(): void {
    for (const operation of this.#operations) {
      if (operation.isTold || isUnderWay(this.#statusOf(operation))) continue
      operation.isTold = true
      const { id, status, errorCode, createdAt, completedAt } = this.#node(operation)
      this.#onFinish({
        admin_graphql_api_id: id,
        completed_at: completedAt,
        created_at: createdAt,
        error_code: errorCode?.toLowerCase() ?? null,
        status: status.toLowerCase(),
        type: 'query',
      })
    }
  }

  /** Deletes all results. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const { file } of this.#operations) file.remove()
  }

  #start(query: string, failure: ErrorCode | undefined): Operation {
    this.#lastId += 1
    const expired = failure ? undefined : this.#faults.strike('aside', 'bulk_expired')
    const canceled = failure || expired ? undefined : this.#faults.strike('aside', 'bulk_canceled')
    const operation: Operation = {
      id: this.#lastId,
      query,
      createdMs: this.#platform.clock.now().getTime(),
      file: new BulkFile(),
      token: randomBytes(16).toString('hex'),
      ending: failure
        ? { status: 'FAILED', errorCode: failure }
        : expired || canceled
          ? { status: expired ? 'EXPIRED' : 'CANCELED', errorCode: null }
          : undefined,
      countsAside: this.#faults.strike('aside', 'bulk_wrong_counts') ? 1 : 0,
      isTold: false,
    }
    this.#operations.push(operation)
    return operation
  }

  /** The lines after applying faults. */
  *#damaged(lines: Iterable<BulkLine>, limit = Number.POSITIVE_INFINITY): Iterable<BulkLine> {
    let orphan = this.#faults.strike('aside', 'bulk_orphan') !== undefined
    let torn = this.#faults.strike('aside', 'bulk_damaged') !== undefined
    let nth = 0
    for (const line of lines) {
      if (nth >= limit) return
      nth += 1
      if (orphan && !line.isRoot) {
        orphan = false
        yield { ...line, text: line.text.replace(/("__parentId":"[^"]*)"/, '$10"') }
      } else if (torn && nth > 1 && line.isRoot) {
        torn = false
        yield { ...line, text: line.text.replace(',', ',,') }
      } else yield line
    }
  }

  async #write(operation: Operation, lines: Iterable<BulkLine>): Promise<void> {
    try {
      await operation.file.write(lines)
    } catch (error) {
      const isDenied = error instanceof GraphQLError && error.extensions['code'] === 'ACCESS_DENIED'
      if (!isDenied) warn(error)
      operation.ending = { status: 'FAILED', errorCode: isDenied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR' }
    }
    this.#settleLater()
  }

  /** If webhooks are sent automatically, the end of an operation is announced without a request. */
  #settleLater(): void {
    const { startMs, runMs } = this.#platform.bulk
    if (this.#platform.webhooks.run !== 'timed') return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.settle()
    }, startMs + runMs)
    timer.unref()
    this.#timers.add(timer)
  }

  #endOf({ createdMs }: Operation): number {
    const { startMs, runMs } = this.#platform.bulk
    return createdMs + startMs + runMs
  }

  #statusOf(operation: Operation): Status {
    if (operation.ending?.status === 'CANCELED') return 'CANCELED'
    const now = this.#platform.clock.now().getTime()
    if (now < operation.createdMs + this.#platform.bulk.startMs) return 'CREATED'
    if (now < this.#endOf(operation) || !operation.file.isDone) return 'RUNNING'
    return operation.ending?.status ?? 'COMPLETED'
  }

  #node(operation: Operation) {
    const status = this.#statusOf(operation)
    const isOver = !isUnderWay(status)
    const { file, countsAside } = operation
    const url =
      file.objects === 0
        ? null
        : `${this.#platform.bulk.filesUrl}/storage/${operation.token}/bulk-${operation.id}.jsonl`
    return {
      __typename: 'BulkOperation',
      id: gid('BulkOperation', operation.id),
      status,
      errorCode: isOver ? (operation.ending?.errorCode ?? null) : null,
      createdAt: `${new Date(operation.createdMs).toISOString().slice(0, 19)}Z`,
      completedAt: isOver ? `${new Date(this.#endOf(operation)).toISOString().slice(0, 19)}Z` : null,
      objectCount: String(file.objects + countsAside),
      rootObjectCount: String(file.roots + countsAside),
      fileSize: isOver ? String(file.bytes) : null,
      url: status === 'COMPLETED' ? url : null,
      partialDataUrl: status === 'FAILED' || status === 'CANCELED' ? url : null,
      query: operation.query,
      type: 'QUERY',
    }
  }
}

function isUnderWay(status: Status): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING'
}

function refused(code: string, message: string) {
  return { bulkOperation: null, userErrors: [{ field: ['query'], message, code }] }
}

function readPlan(query: string): FieldPlan | { readonly problem: string } {
  const read = prepare(query)
  if (!('document' in read)) return { problem: `Invalid bulk query: ${shopifyError(read).message}` }
  const [error] = read.errors
  if (error) return { problem: `Invalid bulk query: ${shopifyError(error).message}` }
  const operations = read.document.definitions.filter((entry) => entry.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  return operation ? planBulk(operation) : { problem: 'Invalid bulk query: no operation.' }
}
