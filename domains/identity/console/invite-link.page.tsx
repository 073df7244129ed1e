import { type AnswerOf, api, lang, md5, navigate, setLang, useLang, useT } from '@lamplight/console-kit'
import { passwordFault, shapeFault } from '@lamplight/kit'
import { useEffect, useState } from 'react'
import type { business as businessRoute, longUrl, queryExpireTime } from '../server/people/invite.handler.ts'
import { P } from './people.messages.ts'
import { PeopleForm, type Typed } from './people-form.tsx'

type Offer = AnswerOf<typeof businessRoute> & Pick<AnswerOf<typeof queryExpireTime>, 'expireTime'>
const OPEN = { open: true, quiet: true } as const

/** Returns the identification in the address; for a short address it is fetched. */
const identified = async (): Promise<string> => {
  const query = new URLSearchParams(window.location.search)
  const short = query.get('s')
  if (!short) return query.get('identification') ?? ''
  const long = await api.get<typeof longUrl>('blade-auth/invite/longUrl', { shortUrl: short }, OPEN)
  return new URL(long).searchParams.get('identification') ?? ''
}
const useOffer = (): Offer | null | undefined => {
  const [offer, setOffer] = useState<Offer | null>()
  useEffect(() => {
    let left = false
    const loadOffer = async (): Promise<Offer> => {
      const identification = await identified()
      const [business, until] = await Promise.all([
        api.get<typeof businessRoute>('blade-auth/invite/business', { identification }, OPEN),
        api.get<typeof queryExpireTime>('blade-auth/invite/queryExpireTime', { identification }, OPEN),
      ])
      return { ...business, expireTime: until.expireTime }
    }
    loadOffer().then(
      (found) => !left && setOffer(found),
      () => !left && setOffer(null),
    )
    return () => {
      left = true
    }
  }, [])
  return offer
}

const Form = ({ offer, onDone }: { readonly offer: Offer; readonly onDone: (account: string) => void }) => {
  const t = useT()
  const check = (typed: Typed) => {
    if (!typed.name?.trim()) return { name: 'name', text: t(P.needName) }
    const [phone, account] = [shapeFault('mobile', typed.phone?.trim() ?? ''), shapeFault('account', typed.account?.trim() ?? '')]
    if (phone) return { name: 'phone', text: t(phone) }
    if (account) return { name: 'account', text: t(typed.account?.trim() ? account : P.needAccount) }
    for (const name of ['password', 'password2']) if (!typed[name]) return { name, text: t(P.needPassword) }
    const weak = passwordFault(typed.password ?? '', typed.account?.trim() ?? '')
    if (weak) return { name: 'password', text: t(weak) }
    return typed.password === typed.password2 ? null : { name: 'password2', text: t(P.differ) }
  }
  const send = async (typed: Typed): Promise<void> => {
    const { identification, inviteUserId } = offer
    const text = (name: string): string => typed[name]?.trim() ?? ''
    const body = { identification, inviteUserId, name: text('name'), phone: text('phone'), account: text('account'), email: text('email') }
    await api.post('blade-auth/invite/registerInfoSubmit', { body: { ...body, password: md5(typed.password ?? '') }, ...OPEN })
    onDone(body.account)
  }
  return (
    <PeopleForm
      lines={[
        { name: 'name', label: P.realName, max: 50, autoComplete: 'name' },
        { name: 'phone', label: P.phone, type: 'tel', max: 11, autoComplete: 'tel' },
        { name: 'email', label: P.email, type: 'email', autoComplete: 'email' },
        { name: 'account', label: P.account, max: 45, autoComplete: 'username' },
        { name: 'password', label: P.password, type: 'password', autoComplete: 'new-password' },
        { name: 'password2', label: P.password2, type: 'password', autoComplete: 'new-password' },
      ]}
      button={t(P.send)}
      check={check}
      onSend={send}
    />
  )
}

/** Public page of an invitation, designed for phones first: inviter, roles, expiry, and the registration form (pub.invite-link). */
export const InviteLinkPage = () => {
  const t = useT()
  const shown = useLang()
  const offer = useOffer()
  const [done, setDone] = useState<string | null>(null)
  useEffect(() => {
    document.title = t(P.inviteTitle)
  }, [t])
  return (
    <main className="ll-people">
      <div className="ll-people__card">
        <button type="button" className="ll-button ll-people__lang" onClick={() => setLang(lang.get() === 'en' ? 'zh' : 'en')}>
          {shown === 'en' ? '中文' : 'English'}
        </button>
        {offer === undefined && <p role="status">{t(P.loading)}</p>}
        {done === null && (offer === null || (offer && offer.status !== 0)) && (
          <>
            <h1>{t(P.inviteOver)}</h1>
            <p role="alert">{t(P.inviteOverAbout)}</p>
          </>
        )}
        {offer && offer.status === 0 && done === null && (
          <>
            <h1>{t(P.inviteTitle)}</h1>
            <p>{t(P.inviteFrom, { name: offer.inviterName, tenant: offer.tenantName })}</p>
            <dl className="ll-people__facts">
              <dt>{t(P.inviteRoles)}</dt>
              <dd>{offer.inviteRoleNames}</dd>
              <dt>{t(P.expireTime)}</dt>
              <dd>{offer.expireTime}</dd>
            </dl>
            <Form offer={offer} onDone={setDone} />
          </>
        )}
        {done !== null && (
          <div role="status">
            <h1>{t(P.inviteSent)}</h1>
            <p>{t(P.inviteSentAbout, { account: done })}</p>
            <button type="button" className="ll-button" onClick={() => navigate('/login')}>
              {t(P.toLogin)}
            </button>
          </div>
        )}
      </div>
    </main>
  )
}
