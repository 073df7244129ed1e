import { api, Dialog, notify, storage, user, useT, useUser } from '@lamplight/console-kit'
import { FileButton } from '@lamplight/console-kit/resource'
import { shapeFault } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { I } from './info.messages.ts'
import { PeopleForm, type Typed } from './people-form.tsx'

const Crop = lazy(() => import('./avatar-crop.tsx').then((module) => ({ default: module.AvatarCrop })))
const NAMES = ['wechat', 'name', 'realName', 'phone', 'email'] as const

/** Updates the name and picture in the header at once. */
const remember = (change: { readonly name?: string; readonly avatar?: string }): void => {
  const old = user.get()
  if (!old) return
  const next = { ...old, ...change }
  storage.write('userInfo', next)
  user.set(next)
}

/** Returns an object URL of the file if the browser can decode it as a picture, else null; file name and type are not trusted. */
const shown = async (file: File): Promise<string | null> => {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const decoded = await image.decode().then(
    () => true,
    () => false,
  )
  if (decoded) return image.src
  URL.revokeObjectURL(image.src)
  return null
}

const Avatar = ({ link, onChange }: { readonly link: string; readonly onChange: () => void }) => {
  const t = useT()
  const initial = useUser()?.name.slice(0, 1)
  const [picture, setPicture] = useState<string | null>(null)
  const choose = async (file: File): Promise<void> => {
    const link = ['image/jpeg', 'image/png'].includes(file.type) ? await shown(file) : null
    if (link) setPicture(link)
    else notify.error(I.notPicture)
  }
  const leave = (): void => {
    if (picture) URL.revokeObjectURL(picture)
    setPicture(null)
  }
  const send = async (blob: Blob): Promise<void> => {
    const form = new FormData()
    form.set('file', blob, 'avatar.jpg')
    const { link: made } = await api.upload<{ link: string }>('blade-user/avatar', form)
    remember({ avatar: made })
    leave()
    notify.success(I.saved)
    onChange()
  }
  return (
    <div className="ll-people__face">
      {link ? (
        <img className="ll-people__avatar" src={link} alt={t(I.avatar)} />
      ) : (
        <span className="ll-people__avatar" aria-hidden="true">
          {initial}
        </span>
      )}
      <div>
        <FileButton accept="image/jpeg,image/png" onFiles={([file]) => file && void choose(file)}>
          {t(I.choose)}
        </FileButton>
        <p className="ll-r-field-hint">{t(I.avatarHint)}</p>
      </div>
      {picture && (
        <Dialog title={t(I.crop)} onClose={leave}>
          <Suspense fallback={<div className="ll-people__crop" />}>
            <Crop picture={picture} onUse={send} />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}

/** Tab with personal info; the tenant is shown but cannot be changed (frm.info.personal, rule.info.tenant-readonly). */
export const PersonalTab = () => {
  const t = useT()
  const tenantId = useUser()?.tenantId ?? ''
  const info = useQuery({
    queryKey: ['identity.user', 'info'],
    queryFn: ({ signal }) => api.get<Record<string, string>>('blade-user/info', {}, { signal }),
  })
  if (!info.data) return null
  const save = async (typed: Typed): Promise<void> => {
    await api.post('blade-user/update-info', { body: Object.fromEntries(NAMES.map((name) => [name, typed[name] ?? ''])) })
    remember({ name: typed.name || typed.realName || '' })
    notify.success(I.saved)
    await info.refetch()
  }
  const was = info.data.phone ?? ''
  const check = (typed: Typed) => {
    if (!typed.realName?.trim()) return { name: 'realName', text: t(I.needed, { what: t(I.realName) }) }
    const phone = typed.phone?.trim() ?? ''
    const fault = phone && phone !== was ? shapeFault('mobile', phone) : null
    return fault && { name: 'phone', text: t(fault) }
  }
  return (
    <>
      <Avatar link={info.data.avatar ?? ''} onChange={() => void info.refetch()} />
      <PeopleForm
        lines={[
          { name: 'tenantId', label: I.tenantId, readOnly: true },
          { name: 'wechat', label: I.wechat, max: 50 },
          { name: 'name', label: I.name, max: 50, autoComplete: 'nickname' },
          { name: 'realName', label: I.realName, max: 50, autoComplete: 'name' },
          { name: 'phone', label: I.phone, type: 'tel', max: 20, autoComplete: 'tel' },
          { name: 'email', label: I.email, type: 'email', autoComplete: 'email' },
        ]}
        start={{ tenantId, ...Object.fromEntries(NAMES.map((name) => [name, info.data?.[name] ?? ''])) }}
        button={t(I.save)}
        check={check}
        onSend={save}
      />
    </>
  )
}
