import { Button } from '../../design/index.ts';

/**
 * The button of a mailed link without scripts: the form posts to the URL of the page, which contains the token.
 * Source: docs/law-and-search.md#D41, docs/law-and-search.md#D43.
 */
export function PlainForm({ text, action }: { readonly text: string; readonly action: string }) {
  return (
    <form method="post" className="stack gap-5 no-js">
      <p className="lead">{text}</p>
      <p>
        {/* Named, as lynx asks for the page again instead of posting a form without fields. */}
        <Button type="submit" icon="check" name="sent">
          {action}
        </Button>
      </p>
    </form>
  );
}
