import { type ReactNode, useEffect, useState } from 'react'

/** The picture of a QR code, 200 px; the library comes when the first one is shown. */
export const Qr = ({
  text,
  label,
  className = '',
}: {
  readonly text: string
  readonly label: string
  readonly className?: string
}): ReactNode => {
  const [source, setSource] = useState('')
  useEffect(() => {
    let left = false
    void import('qrcode').then(({ toDataURL }) => toDataURL(text, { margin: 2, width: 400 })).then((made) => !left && setSource(made))
    return () => {
      left = true
    }
  }, [text])
  return source ? <img className={`ll-qr ${className}`} src={source} alt={label} /> : <span className={`ll-qr ${className}`} />
}
