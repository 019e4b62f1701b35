import { Form, Link, useNavigation } from 'react-router'
import { Badge, Button, Card, DataTable, Notice, TextField } from '../../ui/index.ts'
import type { AddressCheck, Finding, FindingKind } from './check-address.ts'

/** Labels of the findings. */
const findingWords = {
  right: { label: 'Right', tone: 'good' },
  missing: { label: 'Missing', tone: 'bad' },
  misspelt: { label: 'Misspelt', tone: 'bad' },
  unfilled: { label: 'Macro not replaced', tone: 'warn' },
  empty: { label: 'Empty', tone: 'warn' },
  other: { label: 'Unexpected', tone: 'warn' },
  twice: { label: 'Twice', tone: 'bad' },
} as const satisfies Record<FindingKind, unknown>

/** What an order from such a click can be joined to. */
const reachWords = {
  ad: { severity: 'info', text: 'An order from this click can be joined to its ad.' },
  campaign: {
    severity: 'warning',
    text: 'An order from this click can be joined to its campaign, but not to the ad.',
  },
  none: { severity: 'serious', text: 'An order from this click cannot be joined to a campaign.' },
} as const satisfies Record<Reach, unknown>

interface AddressCheckerProps {
  /** The pasted address; empty at first. */
  readonly address: string
  readonly check: AddressCheck | undefined
}

/** Checks the address of a landing page. A GET form: works without scripts. */
export function AddressChecker({ address, check }: AddressCheckerProps) {
  const { state, location } = useNavigation()
  const isBusy = state === 'loading' && location.search.includes('check=')
  return (
    <Card aria-labelledby="check-heading" className="scroll-mt-16" id="check">
      <div className="p-4 sm:p-5">
        <h2 className="font-semibold text-[15px]" id="check-heading">
          Check a landing page’s address
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
          Click one of your ads, or its preview, and paste what the browser’s address bar shows. It is looked at here
          and not stored.
        </p>
        <Form action="#check" className="grid max-w-3xl gap-3" method="get" preventScrollReset>
          <TextField
            autoComplete="off"
            defaultValue={address}
            dir="ltr"
            error={check?.kind === 'unreadable' ? check.message : undefined}
            inputMode="url"
            key={address}
            label="Address"
            maxLength={4000}
            name="check"
            placeholder="https://"
            required
            spellCheck={false}
          />
          <span className="flex flex-wrap items-center gap-3">
            <Button isBusy={isBusy} kind="primary">
              Check
            </Button>
            {address && (
              <Link className="text-[13px] text-soft hover:underline" preventScrollReset to={{ search: '' }}>
                Clear
              </Link>
            )}
          </span>
        </Form>
      </div>
      {check?.kind === 'checked' && <Result check={check} />}
    </Card>
  )
}

function Result({ check }: { readonly check: Extract<AddressCheck, { kind: 'checked' }> }) {
  const { severity, text } = reachWords[check.reach]
  return (
    <div className="border-line border-t">
      <div className="grid gap-2 p-4 sm:p-5">
        <Notice severity={severity}>{text}</Notice>
        <p className="text-[13px] text-soft">{check.clickId}</p>
      </div>
      <DataTable
        caption="What the address carries"
        columns={[
          { key: 'state', label: 'State', isText: true },
          { key: 'found', label: 'In the address', isText: true },
        ]}
        labelHeader={{ label: 'Parameter' }}
        rows={check.findings.map((finding) => ({
          key: finding.name,
          label: <Name finding={finding} />,
          cells: [
            <span className="block max-w-md whitespace-normal max-sm:min-w-44" key="state">
              <Badge tone={toneOf(finding)}>{findingWords[finding.kind].label}</Badge>
              {finding.text && <span className="mt-1 block text-soft">{finding.text}</span>}
            </span>,
            <code className="block max-w-72 truncate" dir="ltr" key="found" title={finding.found}>
              {finding.found}
            </code>,
          ],
        }))}
      />
    </div>
  )
}

function Name({ finding }: { readonly finding: Finding }) {
  return (
    <>
      <code>{finding.name}</code>
      {!finding.isNeeded && <span className="ms-2 text-faint text-xs">optional</span>}
    </>
  )
}

/** A missing optional parameter is not an error. */
function toneOf({ kind, isNeeded }: Finding) {
  return kind === 'missing' && !isNeeded ? 'neutral' : findingWords[kind].tone
}

type Reach = Extract<AddressCheck, { kind: 'checked' }>['reach']
