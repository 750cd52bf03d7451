import type { AdminFacts } from '@coachsite/adapters/contract';
import { portraitPath } from '@coachsite/adapters/contract';
import type { FocalPoint } from '@coachsite/core/facts';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, FieldError, Icon } from '../../../design/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { pictureErrorKey } from '../parts/picture-error.ts';
import { bind } from './bind.ts';
import { FactsPart } from './facts-part.tsx';
import { fieldId } from './field-id.ts';
import { LocalisedFact } from './fields.tsx';
import type { SiteFacts } from './use-site-facts.ts';

const centre: FocalPoint = { x: 50, y: 50 };

/** How far an arrow key moves the focal point, in per cent. */
const step = 5;

const moves: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

const bounded = (part: number) => Math.min(100, Math.max(0, Math.round(part)));

/** The whole picture; a click or the arrow keys choose the point that stays visible in every crop. */
function FocalPointPicker({
  file,
  point,
  onChange,
}: {
  readonly file: string;
  readonly point: FocalPoint;
  onChange(point: FocalPoint): void;
}) {
  const { t } = useTranslation('site-facts');
  const place = { left: `${point.x}%`, top: `${point.y}%` };
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // A click by Enter or Space has no position.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    onChange({
      x: bounded((100 * (clientX - box.left)) / box.width),
      y: bounded((100 * (clientY - box.top)) / box.height),
    });
  };
  const move = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    onChange({ x: bounded(point.x + by.x), y: bounded(point.y + by.y) });
  };
  return (
    <div className="focal">
      <button
        type="button"
        className="focal-pick"
        aria-label={t('portrait.pick')}
        aria-describedby="focal-place"
        onClick={click}
        onKeyDown={move}
      >
        <img src={portraitPath(file, 480, 'jpg')} alt="" />
        <span className="focal-dot" style={place} />
      </button>
      <div className="stack gap-3">
        <img
          className="focal-crop"
          src={portraitPath(file, 480, 'jpg')}
          alt=""
          style={{ objectPosition: `${point.x}% ${point.y}%` }}
        />
        <p className="small" id="focal-place" role="status">
          {t('portrait.place', { x: point.x, y: point.y })}
        </p>
        <p className="note">{t('portrait.pickHint')}</p>
      </div>
    </div>
  );
}

/** The portrait: uploaded and removed at once, its text and focal point saved with the rest. */
export function PortraitPart({ facts, errors, adoptPortrait, sayOutcome }: SiteFacts) {
  const { t } = useTranslation(['site-facts', 'problems']);
  const portrait = bind(bind(facts, 'coach'), 'portrait');
  const { file, focalPoint } = portrait.value;
  const id = fieldId(`${portrait.field}.file`);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  useEffect(() => {
    if (isBusy || !isSending.current) return;
    isSending.current = false;
    // A disabled field loses the focus.
    if (document.activeElement === document.body) input.current?.focus();
  }, [isBusy]);

  const send = async (picture: File | undefined) => {
    setBusy(true);
    isSending.current = picture !== undefined;
    setError(undefined);
    const form = new FormData();
    if (picture) form.append('file', picture);
    const path = '/api/admin/site/portrait';
    const sent = picture
      ? await calls.put<AdminFacts>(path, form)
      : await calls.delete<AdminFacts>(path);
    setBusy(false);
    if (sent.isOk()) {
      adoptPortrait(sent.value);
      sayOutcome(sent.value, t(picture ? 'portrait.saved' : 'portrait.removed'));
      return;
    }
    const failure = sent.error;
    const text = pictureErrorKey(failure);
    const title = text ? t(`problems:${text}`, { ...failure }) : t('failed');
    setError(title);
    toast({ system: 'form', tone: 'bad', title });
  };

  return (
    <FactsPart title={t('parts.portrait')} names={['coach.portrait']} errors={errors}>
      <div className="field">
        <p>
          <label className="btn line sm pick">
            {t('portrait.file')} <Icon name="upload" />
            <input
              id={id}
              ref={input}
              className="sr"
              type="file"
              name="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              disabled={isBusy}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
              onChange={({ currentTarget }) => {
                const [picture] = currentTarget.files ?? [];
                if (picture) void send(picture);
                currentTarget.value = '';
              }}
            />
          </label>
        </p>
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
        <span className="hint" id={`${id}-hint`}>
          {t('portrait.hint')}
        </span>
      </div>
      {file ? (
        <>
          <FocalPointPicker
            file={file}
            point={focalPoint ?? centre}
            onChange={(point) => portrait.onChange({ ...portrait.value, focalPoint: point })}
          />
          <LocalisedFact {...bind(portrait, 'alt')} label={t('portrait.alt')} />
          <p>
            <Button
              small
              look="line"
              busy={isBusy}
              busyLabel={t('busy')}
              onClick={() => send(undefined)}
            >
              {t('portrait.remove')}
            </Button>
          </p>
        </>
      ) : null}
    </FactsPart>
  );
}
