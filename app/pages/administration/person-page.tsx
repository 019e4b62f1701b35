import { Form, href, Link, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { ArrowLeft } from '../../icons.ts'
import type { FormFailure } from '../../request.server.ts'
import { Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import { DoneText, PageHead } from './list-page.tsx'
import type { PersonModel } from './people.server.ts'

interface PersonPageProps {
  readonly person: PersonModel
  readonly failed: { readonly failure: FormFailure; readonly intent: string } | undefined
}

/** An account, and everything that administrators can do to it. */
export function PersonPage({ person, failed }: PersonPageProps) {
  const { title, done, facts, labels, mayDelete, organisations } = person
  return (
    <>
      <Link
        className="touch-target mb-2 inline-flex items-center gap-1.5 rounded text-[13px] text-soft hover:text-ink"
        to={href('/admin/people')}
      >
        <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
        {labels.back}
      </Link>
      <PageHead about="" title={title} />
      <DoneText text={failed ? '' : done} />
      <FormRefusal className="mb-5" failure={failed?.failure} severity="serious" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-labelledby="facts-heading" className="pb-4">
          <CardHeader id="facts-heading" title={labels.facts} />
          <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-3 px-4 sm:grid-cols-2 sm:px-5">
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-[13px] text-faint">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <StepsCard person={person} />
        {organisations.map((organisation) => (
          <LookInCard
            failure={failed?.intent === 'look-in' ? failed.failure : undefined}
            key={organisation.id}
            labels={labels}
            organisation={organisation}
          />
        ))}
        {mayDelete && <DeleteCard failure={failed?.intent === 'delete' ? failed.failure : undefined} labels={labels} />}
      </div>
    </>
  )
}

function StepsCard({ person: { steps, labels } }: { readonly person: PersonModel }) {
  const busy = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="steps-heading">
      <CardHeader id="steps-heading" note={labels.self} title={labels.actions} />
      <ul className="mt-2 divide-y divide-line">
        {steps.map(({ intent, label, about, isDanger }) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5" key={intent}>
            <span className="min-w-0 text-[13px] text-soft">{about}</span>
            <Form method="post">
              <Button isBusy={busy === intent} kind={isDanger ? 'danger' : 'secondary'} name="intent" value={intent}>
                {label}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface LookInCardProps {
  readonly organisation: PersonModel['organisations'][number]
  readonly labels: PersonModel['labels']
  readonly failure: FormFailure | undefined
}

function LookInCard({ organisation, labels, failure }: LookInCardProps) {
  const busy = useNavigation().formData?.get('organisation')
  const { id, name, role, isOpen, button, closed } = organisation
  const heading = `organisation-${id}`
  return (
    <Card aria-labelledby={heading} className="pb-4">
      <CardHeader id={heading} note={role} title={name} />
      {isOpen ? (
        <Form className="mt-3 grid max-w-prose gap-3 px-4 sm:px-5" method="post">
          <p className="text-[13px] text-soft">
            {labels.lookIn}. {labels.lookInAbout}
          </p>
          <input name="organisation" type="hidden" value={id} />
          <TextField
            error={failure?.fields['reason']}
            help={labels.reasonHelp}
            label={labels.reason}
            maxLength={500}
            minLength={10}
            name="reason"
            required
          />
          <p>
            <Button isBusy={busy === id} name="intent" value="look-in">
              {button}
            </Button>
          </p>
        </Form>
      ) : (
        <p className="mt-2 px-4 text-[13px] text-soft sm:px-5">{closed}</p>
      )}
    </Card>
  )
}

interface DeleteCardProps {
  readonly labels: PersonModel['labels']
  readonly failure: FormFailure | undefined
}

function DeleteCard({ labels, failure }: DeleteCardProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'delete'
  return (
    <Card aria-labelledby="delete-heading" className="pb-4">
      <CardHeader id="delete-heading" note={labels.deleteAbout} title={labels.delete} />
      <Form className="mt-3 grid max-w-prose gap-3 px-4 sm:px-5" method="post">
        <TextField
          autoComplete="off"
          error={failure?.fields['email']}
          label={labels.deleteType}
          name="email"
          required
        />
        <p>
          <Button isBusy={isBusy} kind="danger" name="intent" value="delete">
            {labels.delete}
          </Button>
        </p>
      </Form>
    </Card>
  )
}
