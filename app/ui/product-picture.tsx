interface ProductPictureProps {
  readonly address: string | undefined
  /** The product's name: its initial stands in for a picture. */
  readonly name: string
}

/** A small picture of a product, made small by our server; the initial of its name where there is none, or none yet. */
export function ProductPicture({ address, name }: ProductPictureProps) {
  const box = 'block size-9 shrink-0 rounded-md bg-hover object-cover'
  if (address === undefined) {
    // Drawn by the style, as a picture would be: the name beside it is the text.
    const initial = /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase()
    return (
      <span
        aria-hidden
        className={`${box} text-center font-medium text-[15px] text-soft leading-9 before:content-[attr(data-initial)]`}
        data-initial={initial}
      />
    )
  }
  return (
    <img
      alt=""
      className={box}
      decoding="async"
      height={36}
      loading="lazy"
      referrerPolicy="no-referrer"
      src={address}
      width={36}
    />
  )
}
