import { api, Dialog, enter, isApiError, md5, navigate, storage, useT, useUser } from '@lamplight/console-kit'
import { passwordFault, shapeFault } from '@lamplight/kit'
import { useEffect, useState } from 'react'
import { P } from './people.messages.ts'
import { PeopleForm, type Typed } from './people-form.tsx'

/** Tenant of the sign-in if neither the host nor an earlier sign-in determines it. */
const PLATFORM_TENANT = '000000'

/** Registration dialog 账号注册, for users of a provider without an account here (dlg.register). */
const RegisterDialog = ({ oauthId, tenantId }: { readonly oauthId: string; readonly tenantId: string | null }) => {
  const t = useT()
  const [done, setDone] = useState(false)
  const leave = (): void => navigate('/login', {}, { replace: true })
  const check = (typed: Typed) => {
    if (!tenantId && !typed.tenantId?.trim()) return { name: 'tenantId', text: t(P.needTenant) }
    const account = shapeFault('account', typed.account?.trim() ?? '')
    if (account) return { name: 'account', text: t(typed.account?.trim() ? account : P.needAccount) }
    for (const name of ['password', 'password2']) if (!typed[name]) return { name, text: t(P.needPassword) }
    const weak = passwordFault(typed.password ?? '', typed.account?.trim() ?? '')
    if (weak) return { name: 'password', text: t(weak) }
    return typed.password === typed.password2 ? null : { name: 'password2', text: t(P.differ) }
  }
  const send = async (typed: Typed): Promise<void> => {
    const body = new URLSearchParams({
      tenantId: tenantId ?? typed.tenantId?.trim() ?? '',
      name: typed.name?.trim() ?? '',
      account: typed.account?.trim() ?? '',
      password: md5(typed.password ?? ''),
      oauthId,
    })
    await api.post('blade-user/register-guest', { body, open: true, quiet: true }).catch((thrown: unknown) => {
      throw isApiError(thrown) && thrown.msg ? thrown : new Error(t(P.registerFailed))
    })
    setDone(true)
  }
  if (done)
    return (
      <Dialog
        title={t(P.register)}
        firm
        onClose={leave}
        footer={
          <button type="button" className="ll-button ll-button--primary" onClick={leave}>
            {t(P.understood)}
          </button>
        }
      >
        <p role="status">{t(P.registered)}</p>
      </Dialog>
    )
  return (
    <Dialog title={t(P.register)} firm onClose={leave}>
      <p>{t(P.registerAbout)}</p>
      <PeopleForm
        lines={[
          ...(tenantId ? [] : [{ name: 'tenantId', label: P.tenantId, max: 6 } as const]),
          { name: 'name', label: P.realName, max: 50, autoComplete: 'name' },
          { name: 'account', label: P.account, max: 45, autoComplete: 'username' },
          { name: 'password', label: P.password, type: 'password', autoComplete: 'new-password' },
          { name: 'password2', label: P.password2, type: 'password', autoComplete: 'new-password' },
        ]}
        button={t(P.send)}
        check={check}
        onSend={send}
      />
    </Dialog>
  )
}

const sourceOf = (): string => decodeURIComponent(window.location.pathname.split('/').filter(Boolean)[2] ?? '')
/** Each code can be used only once, but React may run an effect twice. */
const used = new Set<string>()

/** Page to which a provider redirects (pub.oauth-redirect): signs in, links the account of a signed-in user, or offers to register. */
export const OauthRedirectPage = () => {
  const t = useT()
  const session = useUser()
  const [binds] = useState(session !== null)
  const [unknown, setUnknown] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [known, setKnown] = useState<string | null>(null)
  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const answer = { source: sourceOf(), code: query.get('code') ?? '', state: query.get('state') ?? '', iss: query.get('iss') ?? '' }
    if (used.has(answer.state)) return
    used.add(answer.state)
    if (!answer.code || !answer.state) return setWrong(query.get('error_description') ?? t(P.failed))
    const leave = (to: string): void => navigate(to, {}, { replace: true })
    if (binds) {
      const { iss, ...rest } = answer
      api.post('blade-user/oauth/bind', { body: { ...rest, ...(iss && { iss }) }, quiet: true }).then(
        () => leave('/info/index'),
        (thrown: unknown) => setWrong(isApiError(thrown) ? thrown.message : t(P.failed)),
      )
      return
    }
    const tenantId = storage.read<string>('oauthTenant') ?? PLATFORM_TENANT
    void enter({ grant_type: 'social', tenantId, ...answer }).then(async (result) => {
      if (result.ok) return leave('/')
      if (!result.oauthId) return setWrong(result.second ? t(P.failed) : result.text)
      const host = await api
        .get<{ tenantId?: string }>('blade-system/tenant/info', { domain: window.location.origin }, { open: true, quiet: true })
        .catch(() => null)
      setKnown(host?.tenantId ?? null)
      setUnknown(result.oauthId)
    })
  }, [binds, t])
  if (unknown) return <RegisterDialog oauthId={unknown} tenantId={known} />
  return (
    <main className="ll-people">
      <div className="ll-people__card">
        {wrong === null ? (
          <p role="status">{t(binds ? P.binding : P.entering)}</p>
        ) : (
          <>
            <h1>{t(P.failed)}</h1>
            <p role="alert">{wrong}</p>
            <button type="button" className="ll-button ll-button--primary" onClick={() => navigate(binds ? '/info/index' : '/login')}>
              {t(binds ? P.toCentre : P.toLogin)}
            </button>
          </>
        )}
      </div>
    </main>
  )
}
