import { type ChangeEvent, useId, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/index.ts'
import { Disclosure } from './disclosure.tsx'
import { Picture } from './picture.tsx'
import { picturePitfall, pictureTypes } from './picture-rules.ts'
import { useBusy } from './use-busy.ts'

interface PictureFormProps {
  readonly url: string | null
  readonly error: string | undefined
}

/** The picture, a new one to put in its place, and the way to have none. */
export function PictureForm({ url, error }: PictureFormProps) {
  const id = useId()
  const { chosen, pitfall, choose } = usePreview()
  const isBusy = useBusy('picture')
  const problem = pitfall ?? error
  return (
    <div className="flex items-start gap-5 p-4 sm:p-5">
      <Picture url={chosen ?? url} />
      <div className="min-w-0 flex-1">
        <Form encType="multipart/form-data" method="post">
          <input name="intent" type="hidden" value="picture" />
          <label className="block font-medium" htmlFor={id}>
            Picture
          </label>
          <input
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-help${problem ? ` ${id}-error` : ''}`}
            aria-invalid={problem ? true : undefined}
            className="mt-1.5 block w-full max-w-sm text-[13px] text-soft file:me-3 file:h-8 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-2.5 file:font-medium file:text-ink file:hover:bg-hover"
            id={id}
            name="picture"
            onChange={choose}
            required
            type="file"
          />
          <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
            JPEG, PNG or WebP, up to 5 MB. It is cut to a square.
          </p>
          <p className="text-[13px] text-bad" id={`${id}-error`} role="alert">
            {problem}
          </p>
          <Button className="mt-3" disabled={pitfall !== undefined} isBusy={isBusy} size="small">
            {url ? 'Replace picture' : 'Save picture'}
          </Button>
        </Form>
        {url && (
          <div className="mt-2 w-fit">
            <Disclosure align="start" label="Remove picture…">
              <p className="mb-3">Others then see a plain sign instead.</p>
              <Form method="post">
                <Button kind="danger" name="intent" size="small" value="remove-picture">
                  Remove picture
                </Button>
              </Form>
            </Disclosure>
          </div>
        )}
      </div>
    </div>
  )
}

/** Shows the chosen file before it is sent, or what is wrong with it. */
function usePreview() {
  const [chosen, setChosen] = useState<string>()
  const [pitfall, setPitfall] = useState<string>()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    const problem = file && picturePitfall(file)
    setPitfall(problem)
    setChosen(undefined)
    if (!file || problem) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setChosen(reader.result)
    })
    reader.readAsDataURL(file)
  }
  return { chosen, pitfall, choose }
}
