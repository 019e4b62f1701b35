/** A refusal in the words of the protocol, which the official client shows as it is. */
export class RestRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null

  constructor(
    { status = 400, code }: { readonly status?: number; readonly code: string },
    message: string,
    { details = null, hint = null }: { readonly details?: string | null; readonly hint?: string | null } = {},
  ) {
    super(message)
    this.name = 'RestRefusal'
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }
}

/** For what the protocol has and this product does not. */
export function notOffered(details: string): RestRefusal {
  return new RestRefusal({ code: 'PGRST127' }, 'Feature not implemented', { details })
}

/** For what cannot be read: which part of the address, and what was expected. */
export function unreadable(
  part: 'filter' | 'logic tree' | 'order' | 'select',
  text: string,
  details: string,
): RestRefusal {
  const message = `"failed to parse ${part} (${text.slice(0, 100)})" (line 1, column 1)`
  return new RestRefusal({ code: 'PGRST100' }, message, { details })
}

/** For a request that asks for more than a limit allows. */
export function tooMuch(details: string, hint: string | null = null): RestRefusal {
  return new RestRefusal({ code: 'PGRST100' }, 'This request asks for too much at once', { details, hint })
}

/** A range that cannot be: negative, backwards, or behind the last row. */
export function badRange(details: string): RestRefusal {
  return new RestRefusal({ status: 416, code: 'PGRST103' }, 'Requested range not satisfiable', { details })
}
