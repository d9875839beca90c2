import { useEffect, useRef } from 'preact/hooks'
import { chooseTheme, helpShown, keysOn, switchKeys, theme } from '../state.ts'
import { BAR, KEY_HELP } from '../words/en.ts'

/** A dialog that the browser itself keeps the focus in. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    helpShown.value = false
  }
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">{KEY_HELP.title}</h2>
      <dl class="keys">
        {KEY_HELP.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys
                .split(' ')
                .map((key, index) => (key === KEY_HELP.between ? ` ${key} ` : <kbd key={index}>{key}</kbd>))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="choices">
        <label>
          {KEY_HELP.single}
          <select
            value={keysOn.value ? 'on' : 'off'}
            onChange={(event) => switchKeys(event.currentTarget.value === 'on')}
          >
            <option value="on">{KEY_HELP.on}</option>
            <option value="off">{KEY_HELP.off}</option>
          </select>
        </label>
        <label>
          {BAR.theme}
          <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value)}>
            {Object.entries(BAR.themes).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <button type="button" onClick={() => dialog.current?.close()}>
        {KEY_HELP.close}
      </button>
    </dialog>
  )
}
