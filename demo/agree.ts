// Acts as the owner on a simulated platform's own pages: ticks boxes, presses the button, returns.
import { accountPlans } from './ads/plans.ts'

/** The query parameters of the address that a platform redirects the browser back to. */
type Returned = Readonly<Record<string, string>>

const everyAccount = new Set(accountPlans.map(({ id }) => id))

/** Accepts everything that a page requests, and shares only these ad accounts. Throws if the page requests nothing. */
export async function agree(page: string, accounts: readonly string[]): Promise<Returned> {
  const shown = await ask(page)
  const response = shown.status === 200 ? await submit(page, { html: await shown.text(), accounts }) : shown
  const back = response.headers.get('location')
  if (back === null) throw new Error(`The simulated platform answered ${response.status}: ${await response.text()}`)
  return Object.fromEntries(new URL(back).searchParams)
}

async function submit(
  page: string,
  { html, accounts }: { readonly html: string; readonly accounts: readonly string[] },
): Promise<Response> {
  const form = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html)
  if (form === null) throw new Error(`The simulated platform asks nothing: ${html}`)
  const [, action = '', inner = ''] = form
  const body = new URLSearchParams([...tickedIn(inner, accounts), ...chosenIn(inner), firstButton(inner)])
  return ask(new URL(plain(action), page), { method: 'POST', body })
}

type Field = [name: string, value: string]

function tickedIn(form: string, accounts: readonly string[]): Field[] {
  const fields = [...form.matchAll(/<input([^>]*)>/g)].map(([, attributes]) => fieldOf(attributes))
  return fields.filter(([name, value]) => name !== '' && (!everyAccount.has(value) || accounts.includes(value)))
}

/** The first of each list. */
function chosenIn(form: string): Field[] {
  return [...form.matchAll(/<select([^>]*)>.*?<option[^>]*>(.*?)<\/option>/gs)].map(([, attributes, option = '']) => [
    fieldOf(attributes)[0],
    plain(option),
  ])
}

function firstButton(form: string): Field {
  return fieldOf(/<button([^>]*)>/.exec(form)?.[1])
}

function fieldOf(attributes = ''): Field {
  return [attributeOf(attributes, 'name'), attributeOf(attributes, 'value')]
}

/** A connection of its own each time: one that was kept may be closed by the time that it is used again. */
async function ask(address: string | URL, more: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { ...more, redirect: 'manual', headers: { connection: 'close' } })
  } catch (error) {
    throw new Error(`The simulated platform at ${new URL(address).host} did not answer.`, { cause: error })
  }
}

function attributeOf(attributes: string, name: string): string {
  return plain(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

/** The simulators write every special character as a number. */
function plain(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
