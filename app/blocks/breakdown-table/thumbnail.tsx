import { useCallback, useState } from 'react'
import { Play } from '../../icons.ts'
import type { CreativeModel } from './model.ts'
import { useTableWords } from './words.ts'

interface ThumbnailProps {
  readonly creative: CreativeModel
  readonly size: 'small' | 'large'
}

const sides = { small: 36, large: 320 } as const

/** The thumbnail of an ad, or its headline where there is none. Reserves its space from the start. */
export function Thumbnail({ creative: { title, text, picture, isVideo }, size }: ThumbnailProps) {
  const say = useTableWords()
  const [isGone, setIsGone] = useState(false)
  // The image may have failed to load before React attached the handler.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setIsGone(true)
  }, [])
  const box =
    size === 'small'
      ? 'size-9 shrink-0 rounded-md'
      : 'aspect-4/3 w-full rounded-t-xl border-line border-b sm:aspect-square'
  if (picture === null || isGone) {
    return (
      <span aria-hidden className={`grid place-items-center overflow-hidden bg-hover text-soft ${box}`}>
        {size === 'small' ? (
          <span className="font-semibold text-xs">{Array.from(title || text || '?')[0]?.toUpperCase()}</span>
        ) : (
          <span className="line-clamp-6 p-5 text-center font-medium text-base text-pretty" dir="auto">
            {title || text || say('picture.none')}
          </span>
        )}
      </span>
    )
  }
  return (
    <span className={`relative block overflow-hidden bg-hover ${box}`}>
      <img
        alt=""
        className="size-full object-cover"
        decoding="async"
        height={sides[size]}
        loading="lazy"
        onError={() => setIsGone(true)}
        ref={look}
        src={picture}
        width={sides[size]}
      />
      {isVideo && (
        <span aria-hidden className="absolute end-0.5 bottom-0.5 rounded bg-veil p-0.5 text-white">
          <Play className={size === 'small' ? 'size-2.5' : 'size-4'} />
        </span>
      )}
    </span>
  )
}
