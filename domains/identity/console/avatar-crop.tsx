import { useT } from '@lamplight/console-kit'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { I } from './info.messages.ts'
import './people.css'

const SIDE = 320

/** Returns the selected square of a picture as a JPEG of 320 by 320 px, which is far below the size limit. */
const cut = async (picture: string, { x, y, width, height }: Area): Promise<Blob> => {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE)
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/jpeg', 0.9))
}

/** Moves and zooms a picture under a round window; `onUse` gets the visible part. */
export const AvatarCrop = ({ picture, onUse }: { readonly picture: string; readonly onUse: (blob: Blob) => Promise<void> }) => {
  const t = useT()
  const id = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const use = (): void => {
    if (!area) return
    setBusy(true)
    void cut(picture, area)
      .then(onUse)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <div className="ll-people__crop">
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <div className="ll-people__form">
        <label htmlFor={id}>{t(I.zoom)}</label>
        <input id={id} type="range" min={1} max={3} step={0.05} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} />
        <button type="button" className="ll-button ll-button--primary" disabled={!area || busy} onClick={use}>
          {t(I.use)}
        </button>
      </div>
    </>
  )
}
