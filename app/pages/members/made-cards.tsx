import { Form, Link, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { LeavingModel, LimitingModel, MadeModel } from './model.ts'
import { useWords } from './words.tsx'

/** Asks before a member is removed, and lists what would work on without them, ticked for revocation. */
export function RemoveCard({ leaving }: { readonly leaving: LeavingModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'remove'
  const { text } = useWords()
  const { person, who, keys, webhooks, shares, ofNobody } = leaving
  const hasMade = keys.length + webhooks.length + shares.length > 0
  return (
    <Card aria-labelledby="remove-heading" className="pb-5">
      <CardHeader id="remove-heading" note={text('removeAbout')} title={text('removeWho', { who })} />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5" method="post">
        <input name="person" type="hidden" value={person} />
        <p className="text-[13px]">{text(hasMade ? 'made' : 'madeNothing')}</p>
        <Made legend={text('keys')} name="keys" of={keys} />
        <Made legend={text('webhooks')} name="webhooks" of={webhooks} />
        <Made legend={text('shares')} name="shares" of={shares} />
        {ofNobody.length > 0 && <MadeByNobody of={ofNobody} who={who} />}
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="danger" name="intent" value="remove">
            {text('removeWho', { who })}
          </Button>
          <Link className={buttonClass('quiet')} to="?">
            {text('cancel')}
          </Link>
        </div>
      </Form>
    </Card>
  )
}

/** Asks before a member is limited to certain shops, and lists those of their keys that reach more. */
export function LimitCard({ limiting }: { readonly limiting: LimitingModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'shops'
  const { text } = useWords()
  const { person, who, shops, shopsText, keys } = limiting
  return (
    <Card aria-labelledby="limit-heading" className="pb-5">
      <CardHeader id="limit-heading" note={text('limitAbout')} title={text('limitWho', { who, shops: shopsText })} />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5" method="post">
        <input name="person" type="hidden" value={person} />
        <input name="access" type="hidden" value="certain" />
        <input name="asked" type="hidden" value="yes" />
        {shops.map((shop) => (
          <input key={shop} name="shops" type="hidden" value={shop} />
        ))}
        <p className="text-[13px]">{text('limitKeys')}</p>
        <Made legend={text('keys')} name="keys" of={keys} />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="primary" name="intent" value="shops">
            {text('changeShops')}
          </Button>
          <Link className={buttonClass('quiet')} to="?">
            {text('cancel')}
          </Link>
        </div>
      </Form>
    </Card>
  )
}

interface MadeProps {
  readonly legend: string
  readonly name: string
  readonly of: readonly MadeModel[]
}

function Made({ legend, name, of }: MadeProps) {
  const { text } = useWords()
  if (of.length === 0) return null
  return (
    <Choices className="min-w-0" legend={legend}>
      {of.map((made) => (
        <Choice defaultChecked key={made.id} name={name} value={made.id}>
          {text('revoke', { name: made.name })} <span className="text-faint">{made.detail}</span>
        </Choice>
      ))}
    </Choices>
  )
}

/** What may be somebody's, and ends by itself only where it is ended. */
function MadeByNobody({ of, who }: { readonly of: readonly MadeModel[]; readonly who: string }) {
  const { text } = useWords()
  return (
    <section aria-labelledby="nobody-heading" className="min-w-0 text-[13px]">
      <h3 className="font-medium" id="nobody-heading">
        {text('ofNobody')}
      </h3>
      <p className="mt-1 text-soft">{text('ofNobodyAbout', { who })}</p>
      <ul className="mt-1.5 grid gap-1">
        {of.map(({ id, name, detail }) => (
          <li className="wrap-anywhere" key={id}>
            <bdi>{name}</bdi> <span className="text-faint">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
