import { Age, Dialog, Icon, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { sosCall } from '../model/sos-call.resource.ts'
import './notices.css'
import { N } from './notices.messages.ts'
import { SoundButton } from './sound-button.tsx'
import { callName, type SosCall, type useSos } from './use-sos.ts'

const MAP = '/city/map/index'
const CAMERA = '/visual/equipmentMana/camera/index/details'

type Sos = ReturnType<typeof useSos>

/** One call: since when, where, its cameras, and the button that answers it. */
const Call = ({
  call,
  mayAnswer,
  busy,
  answer,
  hide,
}: { readonly call: SosCall } & Pick<Sos, 'mayAnswer' | 'busy' | 'answer' | 'hide'>) => {
  const t = useT()
  const { instant, number } = useFormat()
  const seesMap = usePermission('lamp_view')
  const place = [call.projectName, call.areaName].filter(Boolean).join(' · ')
  return (
    <li className="ll-al-call">
      <h3>{callName(call)}</h3>
      <dl>
        <dt>{t(sosCall.fields.beganAt.options.label)}</dt>
        <dd>
          {call.beganAt} <Age at={instant(call.beganAt)} />
        </dd>
        <dt>{t(N.place)}</dt>
        <dd>
          {place}
          {call.lng !== null && call.lat !== null && <small>{`${number(call.lng, 5)}, ${number(call.lat, 5)}`}</small>}
        </dd>
        <dt>{t(N.machine)}</dt>
        <dd>{call.sn}</dd>
        <dt>{t(N.cameras)}</dt>
        <dd>
          {call.cameras.length === 0
            ? t(N.noCamera)
            : call.cameras.map(({ id, name }) => (
                <Link key={id} to={`${CAMERA}?id=${id}`} className="ll-button" onGo={hide}>
                  <Icon name="camera" size={16} />
                  {name}
                </Link>
              ))}
        </dd>
      </dl>
      <p className="ll-al-ringing">
        {t(call.result === 0 ? N.calling : N.missed)}
        {call.presses > 1 && ` · ${t(N.presses, { n: number(call.presses) })}`}
      </p>
      <div className="ll-al-deeds">
        {seesMap && call.lng !== null && (
          <Link to={`${MAP}?device=${call.deviceId}`} className="ll-button" onGo={hide}>
            <Icon name="map" size={16} />
            {t(N.map)}
          </Link>
        )}
        <Link to={`/city/alarmCenter/alarm/details?id=${call.alarmId}`} className="ll-button" onGo={hide}>
          {t(N.detail)}
        </Link>
        {mayAnswer ? (
          <button
            type="button"
            className="ll-button ll-button--primary ll-al-answer"
            disabled={busy !== ''}
            onClick={() => void answer(call)}
          >
            {t(sosCall.actions.answer.label)}
          </button>
        ) : (
          <span>{t(N.readOnly)}</span>
        )}
      </div>
    </li>
  )
}

/** SOS calls that nobody has answered, over the whole screen until someone answers or the user hides them. */
export const SosNotice = ({ shown, hide, ...sos }: Sos) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <Dialog
      firm
      className="ll-al-sos"
      title={shown.length > 1 ? t(N.sosCalls, { n: number(shown.length) }) : t(N.sosTitle)}
      onClose={hide}
      footer={
        <>
          <SoundButton />
          <button type="button" className="ll-button" onClick={hide}>
            {t(N.hide)}
          </button>
        </>
      }
    >
      <ul className="ll-al-calls" aria-live="assertive">
        {shown.map((call) => (
          <Call key={call.id} call={call} hide={hide} {...sos} />
        ))}
      </ul>
    </Dialog>
  )
}
