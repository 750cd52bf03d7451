/** How a browser of an engine is started and driven, by the protocol that it speaks. */
export interface Driver {
  /** The name and version of the engine that is installed. */
  readonly installed: () => readonly [name: string, version: string];
  /** Starts one, and says where a process connects to it. */
  readonly start: () => Promise<Started>;
  /** Connects to one that was started; the connection ends with this process. */
  readonly connect: (url: string) => Promise<Browser>;
}

export interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface Browser {
  /** Opens a tab of a visitor who was never here. Sizes are CSS pixels; an engine may have a least width of its own. */
  readonly newTab: (size: Size) => Promise<Tab>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One thing that a hand does: the pointer of a mouse at CSS pixels of the window, or a key. */
export type Action =
  | { readonly type: 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'down' }
  | { readonly type: 'up' }
  | { readonly type: 'keyDown'; readonly key: string }
  | { readonly type: 'keyUp'; readonly key: string };

/** What journeys need of a tab; everything else is built on it, once for all engines. */
export interface Tab {
  /** Loads a URL and resolves with its load event. */
  readonly goTo: (url: string) => Promise<void>;
  readonly back: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Calls a function, given as its text, in the page; arguments and result are JSON. Rejects with what it throws. */
  readonly call: <T>(code: string, ...args: readonly unknown[]) => Promise<T>;
  readonly act: (actions: readonly Action[]) => Promise<void>;
  /** Chooses a file in the input that the selector finds. */
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  /** What the page has reported so far: errors of scripts and of the console. Empty where the protocol tells nothing. */
  readonly problems: () => readonly string[];
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** The version that a program says it has. */
export const versionIn = (said: Buffer): string => /[\d.]+\d/.exec(String(said))?.[0] ?? '';

/** The keys with names, as the protocols of WebDriver write them: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/**
 * Actions in the JSON that WebDriver and WebDriver BiDi share: a list for the mouse and one for the keyboard, which go on
 * together, so that each waits while the other acts.
 */
export function toWebDriver(actions: readonly Action[]) {
  const pause = { type: 'pause', duration: 0 };
  const isKey = (action: Action) => action.type === 'keyDown' || action.type === 'keyUp';
  const ofMouse = (action: Action) => {
    if (action.type === 'move') {
      const { x, y } = action;
      return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
    }
    return { type: action.type === 'down' ? 'pointerDown' : 'pointerUp', button: 0 };
  };
  const ofKeys = (action: Action) =>
    'key' in action ? { type: action.type, value: keyCodes[action.key] ?? action.key } : pause;
  const mouse = actions.map((action) => (isKey(action) ? pause : ofMouse(action)));
  const keyboard = actions.map(ofKeys);
  return [
    ...(actions.every(isKey)
      ? []
      : [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: mouse }]),
    ...(actions.some(isKey) ? [{ type: 'key', id: 'keyboard', actions: keyboard }] : []),
  ];
}
