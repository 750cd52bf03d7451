import { Window } from 'happy-dom';
import { type Browser, openBrowser } from '../../../conformance/support/browser.ts';

/** What somebody types into the fields of forms, by the names of the fields. */
type Answers = Readonly<Record<string, string>>;

/** Does what the script of a page does; returns where it leads. */
export type Script = (page: URL, step: Step) => Promise<URL>;

/** Requests one URL, with the cookies of a browser. */
export type Step = Browser['step'];

/** A form of a page: where it is sent, and what is in it. */
interface Form {
  readonly url: URL;
  readonly isPosted: boolean;
  readonly fields: URLSearchParams;
}

/** The form of a page that asks for one of the answers; without any, the one that the page sends by itself. */
function formOf(html: string, page: URL, answers: Answers): Form {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
  document.write(html);
  const forms = [...document.querySelectorAll('form')].map((form) => {
    const fields = new URLSearchParams();
    for (const input of form.querySelectorAll('input[name], button[name]')) {
      const name = input.getAttribute('name') ?? '';
      const isChoice = /^(?:checkbox|radio)$/.test(input.getAttribute('type') ?? '');
      if (!isChoice) fields.set(name, answers[name] ?? input.getAttribute('value') ?? '');
    }
    const url = new URL(form.getAttribute('action') || page, page);
    return { url, isPosted: /^post$/i.test(form.getAttribute('method') ?? ''), fields };
  });
  const isAsked = ({ fields }: Form) => Object.keys(answers).some((name) => fields.has(name));
  const found = forms.find(isAsked) ?? forms.find(({ fields }) => fields.has('SAMLResponse'));
  if (!found) throw new Error(`${page} asks for something else:\n${html}`);
  return found;
}

/** Somebody with a browser of their own. */
export interface Person {
  /**
   * Opens a URL, follows redirects, fills in what pages ask for and sends what they send by themselves, until one leads to a
   * URL that `isThere` accepts, which is not requested. Throws where a page asks for something else.
   */
  readonly visit: (url: string, isThere: (url: URL) => boolean) => Promise<URL>;
}

/** Somebody who answers the forms of a provider so, or does what the script of its one page does. */
export function openPerson(given: Answers | Script): Person {
  const { step } = openBrowser();
  const visit: Person['visit'] = async (url, isThere) => {
    let at = new URL(url);
    let body: URLSearchParams | undefined;
    for (let pages = 0; pages < 30; pages += 1) {
      if (isThere(at)) return at;
      const response = await step(at.href, body ? { method: 'POST', body } : {});
      const html = await response.text();
      const location = response.headers.get('location');
      body = undefined;
      if (location) {
        at = new URL(location, at);
      } else if (typeof given === 'function') {
        at = await given(at, step);
      } else {
        if (!response.ok) throw new Error(`${at} returned ${response.status}:\n${html}`);
        const form = formOf(html, at, given);
        at = form.url;
        if (form.isPosted) body = form.fields;
        else at.search = form.fields.toString();
      }
    }
    throw new Error(`Pages without end, the last at ${at}`);
  };
  return { visit };
}
