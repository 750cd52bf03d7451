import type { AdminGuideText, GuideTextVersions } from '@coachsite/adapters/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice, Tag, Textarea, TextLink } from '../../../design/index.ts';
import { BlockError, textOf, usePress, useSubmit } from '../../../forms/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';
import { VersionList } from '../parts/version-list.tsx';

const path = '/api/admin/ebook/text';

/** What becomes of a change: the new text, or why there is none. */
type Changed = Awaited<ReturnType<typeof calls.put<AdminGuideText>>>;

/** Shows in a toast what became of a change. */
function useOutcome(onChanged: () => void) {
  const { t } = useTranslation(['admin', 'problems']);
  return (changed: Changed, title: string) => {
    if (changed.isOk()) {
      toast({ system: 'form', tone: 'good', title });
      return onChanged();
    }
    const { kind } = changed.error;
    const isOwn = kind === 'guide_conflict' || kind === 'guide_without_text';
    const reason = isOwn ? t(`problems:${kind}`) : t('guideText.failed');
    toast({ system: 'form', tone: 'bad', title: reason });
  };
}

/** The text of the e-book as a page: whether there is one, corrected, made anew, and its versions. */
export function GuideTextBlock() {
  const { t } = useTranslation('admin');
  const block = useBlock<AdminGuideText>(path);
  return (
    <AdminBlock
      id="guide-text"
      title={t('guideText.title')}
      block={block}
      aside={
        block.data ? (
          <Tag look={block.data.isPublic ? 'ok' : undefined}>
            {t(block.data.isPublic ? 'guideText.public' : 'guideText.absent')}
          </Tag>
        ) : null
      }
    >
      {(text) => <TextForm key={text.version} text={text} onChanged={block.reload} />}
    </AdminBlock>
  );
}

function TextForm({ text, onChanged }: { readonly text: AdminGuideText; onChanged(): void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { markdown, origin, isPublic } = text;
  /** What the typed text replaces. */
  const base = useRef(text);
  const tell = useOutcome(onChanged);
  const put = async (typed: string) => {
    const { version, file } = base.current;
    const saved = await calls.put<AdminGuideText>(path, { markdown: typed, version, file });
    if (saved.isErr() && saved.error.kind === 'guide_conflict') {
      // Whoever reads that somebody else saved, and saves once more, means it; the other text stays among the versions.
      const newest = await calls.get<AdminGuideText>(path);
      if (newest.isOk()) base.current = newest.value;
    }
    return saved;
  };
  const saving = useSubmit(async (form) => {
    const typed = textOf(form, 'markdown');
    const saved = await put(typed);
    tell(saved, t(typed.trim() === '' ? 'guideText.removed' : 'guideText.saved'));
  });
  const form = useRef<HTMLFormElement>(null);
  /** Shows another text. What is typed and not saved becomes a version first, so that it can be put back. */
  const replace = async (call: string, title: string) => {
    const typed = form.current ? textOf(form.current, 'markdown') : markdown;
    const isKept = typed !== markdown;
    const kept = isKept ? await put(typed) : undefined;
    if (kept?.isErr()) return tell(kept, title);
    const replaced = await calls.post<AdminGuideText>(call, {});
    tell(replaced, title);
    if (isKept && replaced.isErr()) onChanged();
  };
  const reading = usePress(() => replace(`${path}/read`, t('guideText.made')));
  const busyLabel = t('common:loading.busy');
  return (
    <>
      <p className="small mw-44">{t('guideText.text')}</p>
      {isPublic ? (
        <p>
          <TextLink href="/guide/read" lead="eye">
            {t('guideText.view')}
          </TextLink>
        </p>
      ) : (
        <Notice
          tone="info"
          icon="file"
          title={t(origin === null ? 'guideText.none' : 'guideText.off')}
        >
          {t(origin === null ? 'guideText.noneText' : 'guideText.offText')}
        </Notice>
      )}
      <form
        ref={form}
        className="stack gap-4"
        method="dialog"
        noValidate
        data-app
        onSubmit={saving.submit}
      >
        <Textarea
          id="guide-text-field"
          name="markdown"
          rows={14}
          lang="nl"
          label={t('guideText.label')}
          hint={t('guideText.hint')}
          defaultValue={markdown}
          readOnly={saving.isBusy || reading.isBusy}
        />
        <p className="row gap-2">
          <Button type="submit" small icon="check" busy={saving.isBusy} busyLabel={busyLabel}>
            {t('guideText.save')}
          </Button>{' '}
          <Button
            small
            look="line"
            icon="refresh"
            busy={reading.isBusy}
            busyLabel={busyLabel}
            onClick={() => reading.press()}
          >
            {t('guideText.again')}
          </Button>
        </p>
      </form>
      <TextVersions replace={replace} />
    </>
  );
}

function TextVersions({
  replace,
}: {
  readonly replace: (call: string, title: string) => Promise<void>;
}) {
  const { t } = useTranslation('admin');
  const block = useBlock<GuideTextVersions>(`${path}/versions`);
  const { moment } = useTimes(useNow());
  const { busyId, run } = useOneAtATime((id: number) =>
    replace(`${path}/versions/${id}/restore`, t('guideText.restored')),
  );
  if (block.hasFailed) return <BlockError onRetry={block.reload} />;
  if (!block.data || block.data.length === 0) return null;
  return (
    <details>
      <summary className="link">{t('guideText.versions')}</summary>
      <VersionList
        rows={block.data.map(({ id, active, savedAt, savedBy, origin, isOfFile }) => {
          const name = moment(savedAt);
          const from = t(`guideText.${origin}`);
          const said = [from, isOfFile ? undefined : t('guideText.other'), savedBy];
          const note = said.filter(Boolean).join(' · ');
          return { id, active, name, note, label: t('guideText.restoreLabel', { date: name }) };
        })}
        busyId={busyId}
        onRestore={run}
      />
    </details>
  );
}
