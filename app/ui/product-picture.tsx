interface ProductPictureProps {
  readonly address: string | undefined
  /** The product's name: its initial stands in for a picture. */
  readonly name: string
}

/** A small picture of a product, made small by our server; the initial of its name where there is none, or none yet. */
export function ProductPicture({ address, name }: ProductPictureProps) {
  // Drawn by the style, as a picture would be: the name beside it is the text.
  if (address === undefined)
    return <span aria-hidden className="product-picture" data-initial={/[\p{L}\p{N}]/u.exec(name)?.[0]} />
  return (
    <img
      alt=""
      className="product-picture"
      decoding="async"
      height={36}
      loading="lazy"
      referrerPolicy="no-referrer"
      src={address}
      width={36}
    />
  )
}
